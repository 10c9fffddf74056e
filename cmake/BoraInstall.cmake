# Installs the libraries. Each folder is a component of find_package(bora COMPONENTS ...) with its own export set.
#
# Components of cmake --install --component: `surrogates` (common and surrogates), `development` (all other libraries;
# needs surrogates) and `tools` (the commands and what they need at run time).
include(CMakePackageConfigHelpers)
set(_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bora)

function(_bora_install_component folder out)
  if(folder MATCHES "^(common|surrogates)$")
    set(${out} surrogates PARENT_SCOPE)
  else()
    set(${out} development PARENT_SCOPE)
  endif()
endfunction()

get_property(_libraries GLOBAL PROPERTY BORA_LIBRARIES)
get_property(_folders GLOBAL PROPERTY BORA_FOLDERS)
get_property(_internal GLOBAL PROPERTY BORA_INTERNAL_FOLDERS)
foreach(_library IN LISTS _libraries)
  if(_library STREQUAL bora_warnings)
    set(_name common)
  elseif(_library STREQUAL bora_onnxruntime)
    set(_name models)
  else()
    get_target_property(_name ${_library} BORA_COMPONENT)
  endif()
  _bora_install_component(${_name} _component)
  install(TARGETS ${_library} EXPORT bora-${_name}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${_component})
endforeach()
foreach(_folder IN LISTS _folders)
  string(REPLACE "/" "_" _name ${_folder})
  get_filename_component(_parent ${_folder} DIRECTORY)
  _bora_install_component(${_name} _component)
  # The headers of a sub-folder that is a library itself are installed with that library.
  set(_apart "")
  foreach(_other ${_folders} ${_internal})
    if(_other MATCHES "^${_folder}/(.+)$")
      list(APPEND _apart PATTERN ${CMAKE_MATCH_1} EXCLUDE)
    endif()
  endforeach()
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${_folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bora/${_parent}
          COMPONENT ${_component} FILES_MATCHING PATTERN "*.h" ${_apart})
  install(EXPORT bora-${_name} NAMESPACE bora:: DESTINATION ${_config_dir} COMPONENT ${_component})
endforeach()

include(BoraCopyright)
set(BORA_TORCH_FILE "")
if(TARGET bora_torch)
  install(TARGETS bora_torch EXPORT bora-torch)
  install(EXPORT bora-torch NAMESPACE bora:: DESTINATION ${_config_dir} COMPONENT development)
  include(BoraInstallTools)
  string(REPLACE "$<INSTALL_PREFIX>" "\${PACKAGE_PREFIX_DIR}" BORA_TORCH_FILE "${BORA_TORCH_INSTALLED_DIR}/libtorch.so")
endif()
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/boraConfig.cmake.in ${CMAKE_BINARY_DIR}/boraConfig.cmake
                              INSTALL_DESTINATION ${_config_dir} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/boraConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/boraConfig.cmake ${CMAKE_BINARY_DIR}/boraConfigVersion.cmake
        DESTINATION ${_config_dir} COMPONENT surrogates)
