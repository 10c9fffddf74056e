# Installs with the commands: LibTorch, if it is bundled; the Python package, examples, documentation and licences. Charts
# and schemas are compiled into the commands.
foreach(_command bo-attack bo-train bo-nas bo-assess)
  if(TARGET ${_command} AND BORA_TORCH_INSTALL_RPATH)
    set_target_properties(${_command} PROPERTIES INSTALL_RPATH "${BORA_TORCH_INSTALL_RPATH}")
  endif()
endforeach()
if(BORA_TORCH_KIND STREQUAL "bundled")
  foreach(_library ${BORA_TORCH_LIBRARY} ${BORA_TORCH_CPU_LIBRARY} ${BORA_C10_LIBRARY})
    get_filename_component(_name "${_library}" NAME)
    get_filename_component(_library "${_library}" REALPATH)
    install(FILES ${_library} DESTINATION ${BORA_PRIVATE_LIBDIR} RENAME ${_name} COMPONENT tools)
    # Strips the library, as install(TARGETS) does with bora's own.
    install(CODE "
      if(CMAKE_INSTALL_DO_STRIP)
        execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-unneeded
          \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${BORA_PRIVATE_LIBDIR}/${_name}\")
      endif()" COMPONENT tools)
  endforeach()
endif()

install(FILES ${BORA_COPYRIGHT_COMMANDS} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/bora RENAME copyright COMPONENT tools)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/python/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bora/python COMPONENT tools
        FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE PATTERN "*.egg-info" EXCLUDE PATTERN "build" EXCLUDE)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/bora COMPONENT tools)
install(FILES ${CMAKE_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/bora COMPONENT tools)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/bora COMPONENT tools
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "docs/examples/*" PATTERN "docs/schema/*.json"
        REGEX "docs/results/([^/]*[^d]|mixed)$" EXCLUDE)  # CSV files
