# Choice of the processors that everything is compiled for.
set(BORA_MARCH native CACHE STRING
    "Processors to compile for, as -march takes them: native (this one), x86-64-v3 (packages), x86-64, ...; empty: the compiler's own choice")
if(BORA_MARCH)
  include(CheckCXXCompilerFlag)
  string(MAKE_C_IDENTIFIER "BORA_HAS_MARCH_${BORA_MARCH}" _has_march)
  check_cxx_compiler_flag(-march=${BORA_MARCH} ${_has_march})
  if(${_has_march})
    add_compile_options(-march=${BORA_MARCH})
  elseif(NOT BORA_MARCH STREQUAL "native")
    message(FATAL_ERROR "BORA_MARCH=${BORA_MARCH}: not supported by ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; "
                        "expected native, x86-64-v3, x86-64, or another value of its -march")
  endif()
endif()
