# SPDX-License-Identifier: GPL-2.0-only
#
# bindstorm_library(NAME [DEPENDS target...])
#   One static library per folder: every .cc beside the caller, warnings as errors, includes from the
#   top of the tree ("model/ports/socket-table.h").
# bindstorm_test(NAME DIRECTORY folder [DEPENDS target...])
#   One GoogleTest program per folder of tests/, from every .cc in it.

add_library(bindstorm-warnings INTERFACE)
target_compile_options(bindstorm-warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wformat=2 -Werror
  # g++ 12 sees overlaps in its own std::string (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

if(BINDSTORM_SANITIZE)
  add_compile_options(-fsanitize=${BINDSTORM_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all -g1)
  add_link_options(-fsanitize=${BINDSTORM_SANITIZE})
endif()

function(bindstorm_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE bindstorm-warnings)
endfunction()

function(bindstorm_test name)
  cmake_parse_arguments(ARG "" "DIRECTORY" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_DIRECTORY}/*.cc")
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} bindstorm-warnings rapidcheck_gtest
                        GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE BINDSTORM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
                       PROPERTIES TIMEOUT 300 ENVIRONMENT "RC_PARAMS=seed=1")
endfunction()
