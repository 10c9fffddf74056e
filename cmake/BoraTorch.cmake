# Finds LibTorch and defines the target bora::torch.
#
# Uses the first of: the one that the user names (CMAKE_PREFIX_PATH, Torch_DIR), an installed Python torch, the torch in
# .deps, the system's. Does not use TorchConfig.cmake, which needs a CUDA toolkit if the wheel was built with CUDA, although
# linking needs only the libraries in the wheel.

function(_bora_python_torch interpreter out)
  set(${out} "" PARENT_SCOPE)
  if(EXISTS "${interpreter}")
    execute_process(
      COMMAND ${interpreter} -c
              "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
      OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(folder)
      set(${out} "${folder}/share/cmake" PARENT_SCOPE)
    endif()
  endif()
endfunction()

set(_hints ${Torch_DIR} ${CMAKE_PREFIX_PATH})
find_program(BORA_PYTHON NAMES python3)
_bora_python_torch("${BORA_PYTHON}" _python)
_bora_python_torch("${CMAKE_SOURCE_DIR}/.deps/python/bin/python3" _deps)
list(APPEND _hints ${_python} ${_deps})
set(_config "")
foreach(_hint IN LISTS _hints)
  foreach(_below "." "Torch" "share/cmake/Torch")
    if(NOT _config AND EXISTS "${_hint}/${_below}/TorchConfig.cmake")
      get_filename_component(_config "${_hint}/${_below}" REALPATH)
    endif()
  endforeach()
endforeach()

if(_config)
  get_filename_component(_prefix "${_config}/../../.." ABSOLUTE)
  set(_include ${_prefix}/include)
  set(_lib_hints ${_prefix}/lib)
else()
  set(_include /usr/include)
  set(_lib_hints "")
endif()
find_library(BORA_TORCH_LIBRARY torch HINTS ${_lib_hints} NO_CACHE)
find_library(BORA_TORCH_CPU_LIBRARY torch_cpu HINTS ${_lib_hints} NO_CACHE)
find_library(BORA_C10_LIBRARY c10 HINTS ${_lib_hints} NO_CACHE)
find_path(BORA_TORCH_INCLUDE torch/script.h HINTS ${_include} NO_CACHE)
if(NOT BORA_TORCH_LIBRARY OR NOT BORA_TORCH_CPU_LIBRARY OR NOT BORA_C10_LIBRARY OR NOT BORA_TORCH_INCLUDE)
  message(FATAL_ERROR "LibTorch not found. Run tools/setup, or name one: cmake -DTorch_DIR=/path/to/share/cmake/Torch "
                      "(surrogates/ and data/ build without it: -DBORA_BUILD_MODELS=OFF)")
endif()
get_filename_component(_lib_dir "${BORA_TORCH_LIBRARY}" DIRECTORY)

# Wheels up to 2.5 were built with the old std::string and cannot be linked with Debian's OpenCV and Boost, which were not.
if(EXISTS "${_config}/TorchConfig.cmake")
  file(STRINGS "${_config}/TorchConfig.cmake" _old_abi REGEX "_GLIBCXX_USE_CXX11_ABI=0")
  if(_old_abi)
    message(FATAL_ERROR "${_prefix} was built with the pre-C++11 ABI and cannot be linked with the system's OpenCV: "
                        "use PyTorch 2.7 or later, or Debian's libtorch-dev")
  endif()
endif()

set(BORA_TORCH_VERSION "unknown")
if(EXISTS "${_config}/TorchConfigVersion.cmake")
  include("${_config}/TorchConfigVersion.cmake")
  set(BORA_TORCH_VERSION ${PACKAGE_VERSION})
endif()

add_library(bora_torch INTERFACE)
add_library(bora::torch ALIAS bora_torch)
set_target_properties(bora_torch PROPERTIES EXPORT_NAME torch)
# A wheel also has headers of fmt, protobuf and others, in other versions than the system's libraries, so only LibTorch's
# own headers are made visible.
set(_torch_root ${CMAKE_BINARY_DIR}/include/libtorch)
file(REMOVE_RECURSE ${_torch_root})
file(MAKE_DIRECTORY ${_torch_root})
foreach(_folder ATen c10 caffe2 torch)
  file(CREATE_LINK ${BORA_TORCH_INCLUDE}/${_folder} ${_torch_root}/${_folder} SYMBOLIC)
endforeach()
# Projects that use an installed bora need only LibTorch's libraries, since bora's public headers do not include its headers.
target_include_directories(bora_torch SYSTEM INTERFACE
  $<BUILD_INTERFACE:${_torch_root}> $<BUILD_INTERFACE:${_torch_root}/torch/csrc/api/include>)
find_library(BORA_TORCH_CUDA_LIBRARY torch_cuda HINTS ${_lib_dir} NO_DEFAULT_PATH NO_CACHE)
set(_registering ${BORA_TORCH_LIBRARY})
if(BORA_TORCH_CUDA_LIBRARY)
  list(APPEND _registering ${BORA_TORCH_CUDA_LIBRARY})
  set(_cuda "with CUDA")
else()
  set(_cuda "CPU only")
endif()

# BORA_TORCH_KIND states where installed programs find LibTorch:
#   system    in a folder that every program searches
#   bundled   in bora's private library folder, as a copy, since the wheel may be removed
#   outside   where it was found now: with CUDA, it is several GB of packages that find each other by their location
get_filename_component(_real_lib_dir "${_lib_dir}" REALPATH)
set(_system_lib_dirs "")
foreach(_dir IN LISTS CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
  get_filename_component(_dir "${_dir}" REALPATH)
  list(APPEND _system_lib_dirs "${_dir}")
endforeach()
if(_real_lib_dir IN_LIST _system_lib_dirs)
  set(BORA_TORCH_KIND system)
  set(BORA_TORCH_INSTALLED_DIR ${_lib_dir})
elseif(BORA_TORCH_CUDA_LIBRARY)
  set(BORA_TORCH_KIND outside)
  set(BORA_TORCH_INSTALLED_DIR ${_lib_dir})
  set(BORA_TORCH_INSTALL_RPATH ${_lib_dir})
else()
  set(BORA_TORCH_KIND bundled)
  set(BORA_PRIVATE_LIBDIR ${CMAKE_INSTALL_LIBDIR}/bora)
  set(BORA_TORCH_INSTALLED_DIR $<INSTALL_PREFIX>/${BORA_PRIVATE_LIBDIR})
  file(RELATIVE_PATH _private /${CMAKE_INSTALL_BINDIR} /${BORA_PRIVATE_LIBDIR})
  set(BORA_TORCH_INSTALL_RPATH "$ORIGIN/${_private}")
endif()

# --no-as-needed: these libraries register their kernels when they are loaded, but no symbol of them is referenced.
foreach(_library IN LISTS _registering)
  get_filename_component(_name "${_library}" NAME)
  target_link_libraries(bora_torch INTERFACE
    "$<BUILD_INTERFACE:-Wl,--no-as-needed,${_library},--as-needed>"
    "$<INSTALL_INTERFACE:-Wl,--no-as-needed,${BORA_TORCH_INSTALLED_DIR}/${_name},--as-needed>")
endforeach()
foreach(_library ${BORA_TORCH_CPU_LIBRARY} ${BORA_C10_LIBRARY})
  get_filename_component(_name "${_library}" NAME)
  target_link_libraries(bora_torch INTERFACE $<BUILD_INTERFACE:${_library}>
                                             $<INSTALL_INTERFACE:${BORA_TORCH_INSTALLED_DIR}/${_name}>)
endforeach()
message(STATUS "LibTorch ${BORA_TORCH_VERSION}, ${_cuda}: ${_lib_dir}")
