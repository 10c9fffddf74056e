# bora_precompile(<target>): the headers of cmake/precompiled/headers.h are read precompiled by this library.
#
# GCC reads precompiled headers only under the flags and macros they were made with, so all libraries share one set:
# position-independent code, -pthread (which some packages ask for and some do not) and the definitions of common/.
# They share one level of optimisation, too. Of a template that several files instantiate the linker keeps one copy: at
# mixed levels two commands would round differently, and one could get the slow copy.
option(BORA_PRECOMPILE "Precompile the headers that nearly every file reads" ON)
if(NOT BORA_PRECOMPILE)
  function(bora_precompile target)
  endfunction()
  return()
endif()

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
add_compile_options(-pthread)

# The definitions that common/ passes on to all. The target is made later, hence by expression.
function(bora_precompiled_definitions target)
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:bora_common,INTERFACE_COMPILE_DEFINITIONS>)
endfunction()

add_library(bora_precompiled OBJECT ${CMAKE_SOURCE_DIR}/cmake/precompiled/empty.cc)
target_link_libraries(bora_precompiled PRIVATE Eigen3::Eigen fmt::fmt)
target_compile_features(bora_precompiled PRIVATE cxx_std_20)
bora_precompiled_definitions(bora_precompiled)
target_precompile_headers(bora_precompiled PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled/headers.h)

function(bora_precompile target)
  target_precompile_headers(${target} REUSE_FROM bora_precompiled)
endfunction()
