# bora_precompile(<target> [LIGHT]): the headers of cmake/precompiled/headers.h are read precompiled by this library.
# bora_optimise_less(<target>): compiles at -O1 in release, a third faster. For libraries that wait for others or write text.
#
# GCC reads precompiled headers only under the flags and macros they were made with, so libraries share one set for each
# level of optimisation (LIGHT: those that optimise less): position-independent code, -pthread (which some packages ask for
# and some do not) and the definitions of common/.
function(bora_optimise_less target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

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

foreach(_set bora_precompiled bora_precompiled_light)
  add_library(${_set} OBJECT ${CMAKE_SOURCE_DIR}/cmake/precompiled/empty.cc)
  target_link_libraries(${_set} PRIVATE Eigen3::Eigen fmt::fmt)
  target_compile_features(${_set} PRIVATE cxx_std_20)
  bora_precompiled_definitions(${_set})
  target_precompile_headers(${_set} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled/headers.h)
endforeach()
bora_optimise_less(bora_precompiled_light)

function(bora_precompile target)
  if("LIGHT" IN_LIST ARGN)
    target_precompile_headers(${target} REUSE_FROM bora_precompiled_light)
  else()
    target_precompile_headers(${target} REUSE_FROM bora_precompiled)
  endif()
endfunction()
