# Writes the copyright files of what is installed: bora's licence, those of libraries that are compiled in, and those of
# LibTorch if it is bundled. Sets BORA_COPYRIGHT_LIBRARIES and BORA_COPYRIGHT_COMMANDS, the paths of the files, and
# BORA_TORCH_LICENCES, the number of licence texts of LibTorch.
set(BORA_COPYRIGHT_LIBRARIES ${CMAKE_BINARY_DIR}/copyright/libraries)
set(BORA_COPYRIGHT_COMMANDS ${CMAKE_BINARY_DIR}/copyright/commands)
set(BORA_TORCH_LICENCES 0)

# Appends Debian's copyright files of the packages to the variable `text`.
function(_bora_append_stated text)
  foreach(_package IN LISTS ARGN)
    if(EXISTS /usr/share/doc/${_package}/copyright)
      file(READ /usr/share/doc/${_package}/copyright _licence)
      string(APPEND ${text} "\n--- ${_package}, as Debian states it ---\n\n${_licence}")
    endif()
  endforeach()
  set(${text} "${${text}}" PARENT_SCOPE)
endfunction()

set(_own "bora ${PROJECT_VERSION}

Copyright: the bora authors
Licence: Apache-2.0, whose text Debian keeps as /usr/share/common-licenses/Apache-2.0
")
set(_libraries "${_own}
Parts of these libraries are compiled in; their copyright is stated below: LBFGS++, LEMON, Eigen, JSON for Modern C++.
")
_bora_append_stated(_libraries liblbfgspp-dev liblemon-dev libeigen3-dev nlohmann-json3-dev)
file(WRITE ${BORA_COPYRIGHT_LIBRARIES} "${_libraries}")
if(NOT TARGET bora_torch)
  return()
endif()

set(_commands "${_own}
Nothing in this package is under the GNU General Public License, and no command is linked with a library under it, except
those of GCC, whose exception allows this for programs under any licence.
OpenCV (Apache-2.0), which reads image files, loads the libraries that Debian built it with. Through GDAL and libheif,
some of these are under that licence, such as poppler and x265. They are separate packages, and bora does not use them.

Parts of these libraries are compiled in; their copyright is stated below: Chart.js, SQLiteCpp, toml++, Mustache,
LBFGS++, LEMON, Eigen, JSON for Modern C++.
")
_bora_append_stated(_commands libjs-chart.js libsqlitecpp-dev libtomlplusplus-dev libkainjow-mustache-dev liblbfgspp-dev liblemon-dev libeigen3-dev nlohmann-json3-dev)
if(BORA_TORCH_KIND STREQUAL "bundled")
  # A wheel has its licences beside the package, the archive of LibTorch in its root.
  file(GLOB _info LIST_DIRECTORIES true ${_prefix}/../torch-*.dist-info)
  set(_files "")
  foreach(_folder ${_prefix} ${_info})
    file(GLOB_RECURSE _nested ${_folder}/licenses/*)
    file(GLOB _direct ${_folder}/LICENSE* ${_folder}/NOTICE*)
    list(APPEND _files ${_direct} ${_nested})
  endforeach()
  list(FILTER _files EXCLUDE REGEX "/test/[^/]*$")  # licences of tests, which are not in the libraries
  string(APPEND _commands "\n--- LibTorch ${BORA_TORCH_VERSION}, in ${BORA_PRIVATE_LIBDIR}, and what is compiled into it ---\n")
  set(_seen "")
  foreach(_file IN LISTS _files)
    # Many parts have the same text.
    file(SHA256 ${_file} _hash)
    if(NOT _hash IN_LIST _seen)
      list(APPEND _seen ${_hash})
      file(READ ${_file} _licence)
      file(RELATIVE_PATH _name ${_prefix} ${_file})
      string(REGEX REPLACE "^\\.\\./[^/]*/" "" _name "${_name}")
      string(APPEND _commands "\n--- LibTorch: ${_name} ---\n\n${_licence}")
    endif()
  endforeach()
  list(LENGTH _seen BORA_TORCH_LICENCES)
endif()
file(WRITE ${BORA_COPYRIGHT_COMMANDS} "${_commands}")
