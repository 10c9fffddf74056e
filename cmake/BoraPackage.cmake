# Debian packages by `cpack -G DEB`: bora (the commands), libbora-surrogates-dev and libbora-dev (the libraries).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bora)
set(CPACK_PACKAGE_VENDOR "the bora authors")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # a text would be put before each description below
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_MONOLITHIC_INSTALL OFF)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL surrogates)
if(BORA_BUILD_MODELS)
  list(APPEND CPACK_COMPONENTS_ALL development tools)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "bora maintainers <maintainers@bora.invalid>" CACHE STRING
    "Maintainer of the Debian packages: NAME <ADDRESS>")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# Dependencies of programs are found by dpkg-shlibdeps; those of the libraries are listed here. The first line of a
# description is the summary.
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "black-box robustness of image and graph classifiers
bora runs query-based attacks (Bayesian optimisation and 30 others on images),
counts every query, re-verifies every adversarial example, reports every figure
with a 95% confidence interval, and resumes any interrupted run. It also tunes
programs and searches network architectures.

This package holds the commands bo-attack, bo-train, bo-report, bo-opt, bo-nas
and bo-assess.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME bora)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS opencv-doc)  # the handwritten digits
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "dataset-fashion-mnist, python3-numpy, libbora-dev")
if(BORA_TORCH_KIND STREQUAL "bundled")
  # Folder in which dpkg-shlibdeps finds the bundled libraries. Not the wheel's folder, whose libgomp is not bundled.
  set(_private ${CMAKE_BINARY_DIR}/private-libraries)
  file(MAKE_DIRECTORY ${_private})
  foreach(_library ${BORA_TORCH_LIBRARY} ${BORA_TORCH_CPU_LIBRARY} ${BORA_C10_LIBRARY})
    get_filename_component(_name "${_library}" NAME)
    file(CREATE_LINK ${_library} ${_private}/${_name} SYMBOLIC)
  endforeach()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${_private})
endif()

set(CPACK_DEBIAN_SURROGATES_PACKAGE_NAME libbora-surrogates-dev)
set(CPACK_DEBIAN_SURROGATES_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_SURROGATES_PACKAGE_DEPENDS
    "libeigen3-dev (>= 3.4), libfmt-dev, libssl-dev, libboost-dev (>= 1.74)")
set(CPACK_COMPONENT_SURROGATES_DESCRIPTION "Bayesian optimisation by ask and tell, as a C++ library
Gaussian processes, kernels, acquisitions and optimisers by ask and tell, as
the CMake component surrogates of the package bora.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libbora-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "bora (= ${PROJECT_VERSION}), libbora-surrogates-dev (= ${PROJECT_VERSION}), libcurl4-openssl-dev | libcurl-dev, libonnx-dev, libopencv-contrib-dev, libopencv-dev, libprotobuf-dev, libsqlite3-dev, libsqlitecpp-dev, libzip-dev, nlohmann-json3-dev (>= 3.11), pkg-config, zlib1g-dev")
if(BORA_TORCH_KIND STREQUAL "system")
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libtorch-dev")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "robustness assessment of classifiers, as C++ libraries
Readers of data, victims, attacks and architecture search, as the CMake
components runs, surrogates_baselines, surrogates_forest, data, models, attacks_record, attacks and nas of the package bora.")

# Reasons why no package can be made of this build are reported by cpack, not by a build.
set(_refusal "")
if(BORA_BUILD_MODELS AND BORA_TORCH_KIND STREQUAL "outside")
  set(_refusal "LibTorch of this build has CUDA (${_lib_dir}), which is not bundled: configure with a CPU build of LibTorch, by -DTorch_DIR=..., or with Debian's libtorch-dev")
elseif(BORA_BUILD_MODELS AND BORA_TORCH_KIND STREQUAL "bundled" AND BORA_TORCH_LICENCES EQUAL 0)
  set(_refusal "no licence of LibTorch was found beside ${_prefix}, and without it LibTorch may not be passed on: put its LICENSE there")
elseif(BORA_SANITIZE)
  set(_refusal "this build has sanitizers (${BORA_SANITIZE}): use the preset package")
endif()
set(_warning "")
if(BORA_MARCH STREQUAL "native")
  set(_warning "BORA_MARCH=native: the packages run only on this machine's processor; use the preset package for others")
endif()
configure_file(${CMAKE_SOURCE_DIR}/cmake/package/project_config.cmake.in ${CMAKE_BINARY_DIR}/cpack/project_config.cmake @ONLY)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/cpack/project_config.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/package/debian_files.cmake)
set(CPACK_BORA_COPYRIGHT ${BORA_COPYRIGHT_LIBRARIES})
include(CPack)
