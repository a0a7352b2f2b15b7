# SPDX-License-Identifier: GPL-2.0-only
#
# bindstorm_library(NAME [FOLDERS folder...] [DEPENDS target...])
#   One static library per folder: every .cc beside and below the caller, or below the folders named, warnings as
#   errors, includes from the top of the tree ("model/ports/socket-table.h").
# bindstorm_test(NAME DIRECTORY folder [STATISTICAL] [DEPENDS target...])
#   One GoogleTest program per folder of tests/, from every .cc in it. Statistical ones spend their
#   time in loops of their own and are optimised for it.

add_library(bindstorm-warnings INTERFACE)
target_compile_options(bindstorm-warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wformat=2 -Werror
  # g++ 12 sees overlaps and short buffers in its own std::string (GCC bugs 105651, 105329).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>)

if(BINDSTORM_SANITIZE)
  add_compile_options(-fsanitize=${BINDSTORM_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all -g1)
  add_link_options(-fsanitize=${BINDSTORM_SANITIZE})
endif()

function(bindstorm_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;DEPENDS" ${ARGN})
  if(NOT ARG_FOLDERS)
    set(ARG_FOLDERS .)
  endif()
  list(TRANSFORM ARG_FOLDERS PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE patterns)
  list(TRANSFORM patterns APPEND "/*.cc")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE bindstorm-warnings)
endfunction()

function(bindstorm_test name)
  cmake_parse_arguments(ARG "STATISTICAL" "DIRECTORY" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${ARG_DIRECTORY}/*.cc")
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} bindstorm-warnings rapidcheck_gtest
                        GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE BINDSTORM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Test files have helpers of equal names, so they are compiled one by one; parsing the frameworks
  # would be most of that, and optimising their templates most of the rest.
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  if(BINDSTORM_SANITIZE AND NOT ARG_STATISTICAL)
    set(optimisation -O0)
  else()
    set(optimisation -O1)
  endif()
  target_compile_options(${name} PRIVATE ${optimisation})
  # Parsed once for all programs that are compiled alike.
  get_property(parsed GLOBAL PROPERTY "BINDSTORM_PARSED${optimisation}")
  if(parsed)
    target_precompile_headers(${name} REUSE_FROM ${parsed})
  else()
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h> <gmock/gmock.h>
                              <rapidcheck/gtest.h> <map> <set> <string> <vector>)
    set_property(GLOBAL PROPERTY "BINDSTORM_PARSED${optimisation}" ${name})
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
                       PROPERTIES TIMEOUT 300 ENVIRONMENT "RC_PARAMS=seed=1")
endfunction()
