# SPDX-License-Identifier: GPL-2.0-only
# Run at every build: which commit, and a hash of what is not committed.

find_program(GIT git)
set(commit "unknown")
set(dirty "false")
set(changes "")
if(GIT)
  execute_process(COMMAND ${GIT} rev-parse --show-toplevel WORKING_DIRECTORY ${SOURCE_DIR}
                  OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(REAL_PATH "${SOURCE_DIR}" real_source)
  if(top STREQUAL real_source)
    execute_process(COMMAND ${GIT} rev-parse HEAD WORKING_DIRECTORY ${SOURCE_DIR}
                    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                    RESULT_VARIABLE failed)
    if(failed EQUAL 0)
      set(commit "${head}")
      execute_process(COMMAND ${GIT} diff HEAD --binary WORKING_DIRECTORY ${SOURCE_DIR}
                      OUTPUT_VARIABLE difference)
      execute_process(COMMAND ${GIT} ls-files --others --exclude-standard
                      WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE untracked
                      OUTPUT_STRIP_TRAILING_WHITESPACE)
      if(difference OR untracked)
        set(dirty "true")
        string(REPLACE "\n" ";" untracked "${untracked}")
        set(all "${difference}")
        foreach(name IN LISTS untracked)
          file(SHA256 "${SOURCE_DIR}/${name}" hash)
          string(APPEND all "${name} ${hash}\n")
        endforeach()
        string(SHA256 changes "${all}")
      endif()
    endif()
  endif()
endif()
if(commit STREQUAL "unknown")
  # Outside a repository the sources themselves say which build this is.
  file(GLOB_RECURSE sources RELATIVE ${SOURCE_DIR}
       ${SOURCE_DIR}/model/*.cc ${SOURCE_DIR}/model/*.h ${SOURCE_DIR}/model/*.def ${SOURCE_DIR}/scenarios/*.cc
       ${SOURCE_DIR}/scenarios/*.h ${SOURCE_DIR}/analysis/*.cc ${SOURCE_DIR}/analysis/*.h
       ${SOURCE_DIR}/results/*.cc ${SOURCE_DIR}/results/*.h ${SOURCE_DIR}/plugins/*.cc
       ${SOURCE_DIR}/plugins/*.h ${SOURCE_DIR}/python/bindstorm/plugin_host.py)
  list(SORT sources)
  set(all "")
  foreach(name IN LISTS sources)
    file(SHA256 "${SOURCE_DIR}/${name}" hash)
    string(APPEND all "${name} ${hash}\n")
  endforeach()
  string(SHA256 changes "${all}")
endif()

set(text "// Made by cmake/WriteBuildInfo.cmake.
#include \"results/build-info.h\"

namespace bindstorm
{

const BuildInfo&
GetBuildInfo()
{
    static const BuildInfo info{\"${VERSION}\", \"${commit}\", ${dirty}, \"${changes}\",
                                \"${COMPILER}\", \"${BUILD_TYPE}\"};
    return info;
}

} // namespace bindstorm
")
set(old "")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" old)
endif()
if(NOT old STREQUAL text)
  file(WRITE "${OUTPUT}" "${text}")
endif()
