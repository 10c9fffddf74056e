# bora_library(<folder> [INTERNAL] SOURCES ... PUBLIC <targets> PRIVATE <targets>)
#
# One library for each folder, or for a sub-folder such as attacks/record (the target bora::attacks_record). A target sees
# its own headers and those of the folders that it links: each folder has an include root of its own (a link in the build
# tree), so an include against the arrows of the architecture does not compile, whatever the working directory. INTERNAL
# libraries are not installed.
function(bora_library folder)
  cmake_parse_arguments(arg "INTERNAL" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  set(target bora_${name})
  set(root ${CMAKE_BINARY_DIR}/include/${name})
  get_filename_component(parent ${root}/${folder} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${root}/${folder} SYMBOLIC)
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(bora::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME ${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${root}>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/bora>)
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} bora_warnings)
  target_compile_features(${target} PUBLIC cxx_std_20)
  bora_precompile(${target})
  bora_unity(${target})
  if(arg_INTERNAL)
    set_property(GLOBAL APPEND PROPERTY BORA_INTERNAL_FOLDERS ${folder})
  else()
    set_property(GLOBAL APPEND PROPERTY BORA_LIBRARIES ${target})
    set_property(GLOBAL APPEND PROPERTY BORA_FOLDERS ${folder})
  endif()
endfunction()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # A tenth of the time of a compilation goes into collecting garbage below this size, in kB.
  add_compile_options(--param=ggc-min-heapsize=524288)
endif()

# Warnings and sanitizers: for our own files only, never passed on to those who link us.
add_library(bora_warnings INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 takes its own AVX-512 intrinsics for readers of uninitialised values, and its own strings for copies that
  # overlap (bug 105651) or leave their bounds (bug 105329).
  add_compile_options(-Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict -Wno-stringop-overflow
                      -Wno-stringop-overread)
  set(bora_false_alarms -Wno-array-bounds)  # which -Wall would switch on again if it came later
endif()
target_compile_options(bora_warnings INTERFACE -Wall -Wextra -Wshadow -Wno-unknown-pragmas ${bora_false_alarms}
                                               $<$<BOOL:${BORA_WERROR}>:-Werror>)
if(BORA_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC takes a source that another includes for a header, where a type in an anonymous namespace would be a mistake.
  target_compile_options(bora_warnings INTERFACE -Wno-subobject-linkage)
endif()
set_property(GLOBAL APPEND PROPERTY BORA_LIBRARIES bora_warnings)

if(BORA_SANITIZE)
  add_compile_options(-fsanitize=${BORA_SANITIZE} -fno-omit-frame-pointer)
  if(BORA_SANITIZE MATCHES undefined)
    # These checks stand at every access of Eigen's templates: they double the time of a compilation and find little that
    # the address sanitizer does not.
    add_compile_options(-fno-sanitize=null,alignment,object-size)
  endif()
  add_link_options(-fsanitize=${BORA_SANITIZE})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/reports)  # which the test presets name
endif()
include(BoraProcessor)
