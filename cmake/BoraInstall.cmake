# Makes `find_package(bora)` work from another project.
include(CMakePackageConfigHelpers)

get_property(_libraries GLOBAL PROPERTY BORA_LIBRARIES)
get_property(_folders GLOBAL PROPERTY BORA_FOLDERS)
if(TARGET bora_torch)
  list(APPEND _libraries bora_torch)
endif()
install(TARGETS ${_libraries} EXPORT boraTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(_folder IN LISTS _folders)
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/${_folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bora
          FILES_MATCHING PATTERN "*.h")
endforeach()
install(EXPORT boraTargets NAMESPACE bora:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bora)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/boraConfig.cmake.in ${CMAKE_BINARY_DIR}/boraConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bora)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/boraConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/boraConfig.cmake ${CMAKE_BINARY_DIR}/boraConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/bora)
