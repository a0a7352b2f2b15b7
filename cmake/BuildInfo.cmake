# SPDX-License-Identifier: GPL-2.0-only
#
# bindstorm-build-info: results/build-info.h answered by a file that is made anew at every build and
# replaced only when commit or uncommitted changes differ.

set(BINDSTORM_BUILD_INFO "${PROJECT_BINARY_DIR}/generated/build-info.cc")
add_custom_target(bindstorm-build-info-update
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${BINDSTORM_BUILD_INFO}
          -DVERSION=${PROJECT_VERSION} "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
          -DBUILD_TYPE=${CMAKE_BUILD_TYPE} -P ${PROJECT_SOURCE_DIR}/cmake/WriteBuildInfo.cmake
  BYPRODUCTS ${BINDSTORM_BUILD_INFO} COMMENT "" VERBATIM)
