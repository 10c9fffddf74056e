# bora_library(<folder> [PART <part>] [INTERNAL] SOURCES ... PUBLIC <targets> PRIVATE <targets>)
#
# Adds the library of a folder, or of a sub-folder such as attacks/record (target bora::attacks_record). Each folder has
# its own include root (a link in the build tree), so that a target sees only its own headers and those of the libraries
# that it links: an include against the order of the layers does not compile. INTERNAL libraries are not installed.
# PART: some of the folder's sources, as bora::<folder>_<part>, which is installed with the folder's library.
function(bora_library folder)
  cmake_parse_arguments(arg "INTERNAL" "PART" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  set(component ${name})
  if(arg_PART)
    string(APPEND name _${arg_PART})
  endif()
  set(target bora_${name})
  set(root ${CMAKE_BINARY_DIR}/include/${component})
  get_filename_component(parent ${root}/${folder} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${root}/${folder} SYMBOLIC)
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(bora::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME ${target} BORA_COMPONENT ${component})
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
    if(NOT arg_PART)
      set_property(GLOBAL APPEND PROPERTY BORA_FOLDERS ${folder})
    endif()
  endif()
endfunction()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects garbage only above this heap size in kB, which saves a tenth of the time.
  add_compile_options(--param=ggc-min-heapsize=524288)
endif()

# Warnings for bora's own files. They are not passed on to projects that link bora.
add_library(bora_warnings INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of GCC 12: uninitialised values in its AVX-512 intrinsics, overlapping copies (bug 105651) and accesses
  # out of bounds (bug 105329) in std::string.
  add_compile_options(-Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict -Wno-stringop-overflow
                      -Wno-stringop-overread)
  set(bora_false_alarms -Wno-array-bounds)  # must follow -Wall, which switches it on
endif()
target_compile_options(bora_warnings INTERFACE -Wall -Wextra -Wshadow -Wno-unknown-pragmas ${bora_false_alarms}
                                               $<$<BOOL:${BORA_WERROR}>:-Werror>)
if(BORA_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # In a unity build GCC treats sources like headers, and warns of their types in anonymous namespaces.
  target_compile_options(bora_warnings INTERFACE -Wno-subobject-linkage)
endif()
set_property(GLOBAL APPEND PROPERTY BORA_LIBRARIES bora_warnings)

if(BORA_SANITIZE)
  add_compile_options(-fsanitize=${BORA_SANITIZE} -fno-omit-frame-pointer)
  if(BORA_SANITIZE MATCHES undefined)
    # These checks are at every access in Eigen's templates: they double the compilation time and find little that the
    # address sanitizer does not find.
    add_compile_options(-fno-sanitize=null,alignment,object-size)
  endif()
  add_link_options(-fsanitize=${BORA_SANITIZE})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/reports)  # folder for reports, which the test presets name
endif()
include(BoraProcessor)
