# bora_precompile(<target>) makes this library use the precompiled cmake/precompiled/headers.h.
#
# GCC uses precompiled headers only with the flags and macros that they were compiled with, so all libraries have the same:
# position-independent code, -pthread (which only some packages require) and the definitions of common/. They also have the
# same optimisation level: of a template that several files instantiate the linker keeps one copy, so with mixed levels two
# commands could round differently, and one could get a slow copy.
option(BORA_PRECOMPILE "Precompile the headers that nearly every file reads" ON)
if(NOT BORA_PRECOMPILE)
  function(bora_precompile target)
  endfunction()
  return()
endif()

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
add_compile_options(-pthread)

# Adds the definitions of common/, by a generator expression, since that target is defined later.
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
