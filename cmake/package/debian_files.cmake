# Run by cpack in the folder that is packed: adds the files that Debian requires in every package.
set(_names_tools bora)
set(_names_surrogates libbora-surrogates-dev)
set(_names_development libbora-dev)
string(TIMESTAMP _date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH's, where it is set

foreach(_component IN LISTS CPACK_COMPONENTS_ALL)
  set(_root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${_component}/usr)
  set(_package ${_names_${_component}})
  set(_doc ${_root}/share/doc/${_package})
  file(MAKE_DIRECTORY ${_doc})
  if(NOT EXISTS ${_doc}/copyright)
    configure_file(${CPACK_BORA_COPYRIGHT} ${_doc}/copyright COPYONLY)
  endif()
  file(WRITE ${_doc}/changelog
       "${_package} (${CPACK_PACKAGE_VERSION}) stable; urgency=medium\n\n  * Version ${CPACK_PACKAGE_VERSION}.\n\n"
       " -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${_date}\n")
  execute_process(COMMAND gzip -9nf ${_doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# Overrides for warnings of lintian about the bundled LibTorch.
file(GLOB _bundled ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tools/usr/lib*/bora/libtorch.so
     ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tools/usr/lib/*/bora/libtorch.so)
if(_bundled)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/lintian-overrides
                 ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tools/usr/share/lintian/overrides/bora COPYONLY)
endif()

# Removes debugging information and the compiler's name from static libraries, which strip leaves there.
file(GLOB_RECURSE _archives ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.a)
if(_archives)
  execute_process(COMMAND strip --strip-debug --remove-section=.comment ${_archives} COMMAND_ERROR_IS_FATAL ANY)
endif()

# Manual pages, from the help of the commands and the first lines of their sources.
find_program(_help2man help2man)
if(_help2man)
  set(_tools ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tools/usr)
  file(GLOB _commands ${_tools}/bin/bo-*)
  foreach(_command IN LISTS _commands)
    get_filename_component(_name ${_command} NAME)
    set(_page ${_tools}/share/man/man1/${_name}.1)
    string(REPLACE "-" "_" _source ${_name})
    file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../../tools/${_source}.cc _about LIMIT_COUNT 1)
    string(REGEX REPLACE "^// [^:]*: (.*)\\.$" "\\1" _about "${_about}")
    file(MAKE_DIRECTORY ${_tools}/share/man/man1)
    execute_process(COMMAND ${_help2man} --no-info --name ${_about} --output ${_page} ${_command}
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND gzip -9nf ${_page} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endif()
