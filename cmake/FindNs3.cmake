# SPDX-License-Identifier: GPL-2.0-only
#
# Finds ns-3 by its headers and libraries: the config that ns-3 3.37 installs names programs of
# another Debian package and does not work alone. Gives Ns3::<component> and Ns3_VERSION.
# Set NS3_ROOT to use another build (lib and include folders below it).

find_path(Ns3_INCLUDE_DIR ns3/node.h HINTS ${NS3_ROOT} PATH_SUFFIXES include)

set(Ns3_VERSION "")
foreach(component IN LISTS Ns3_FIND_COMPONENTS)
  # Debian: libns3-core.so; upstream: libns3.44-core.so, or with a suffix such as -default.
  file(GLOB candidates
       "${NS3_ROOT}/lib*/libns3*-${component}.so" "${NS3_ROOT}/lib*/libns3*-${component}-*.so")
  if(NS3_ROOT)
    list(GET candidates 0 first)
    set(Ns3_${component}_LIBRARY "${first}" CACHE FILEPATH "")
  else()
    find_library(Ns3_${component}_LIBRARY NAMES ns3-${component})
  endif()
  if(Ns3_${component}_LIBRARY AND Ns3_INCLUDE_DIR)
    set(Ns3_${component}_FOUND TRUE)
    if(NOT TARGET Ns3::${component})
      add_library(Ns3::${component} SHARED IMPORTED)
      set_target_properties(Ns3::${component} PROPERTIES
        IMPORTED_LOCATION "${Ns3_${component}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Ns3_INCLUDE_DIR}")
    endif()
  endif()
endforeach()

# The version is in the library's name: libns3-core.so -> libns3-core.so.37, or libns3.44-core.so.
if(Ns3_core_LIBRARY)
  file(REAL_PATH "${Ns3_core_LIBRARY}" real)
  if(real MATCHES "libns3\\.([0-9]+)")
    set(Ns3_VERSION "3.${CMAKE_MATCH_1}")
  elseif(real MATCHES "\\.so\\.([0-9]+)")
    set(Ns3_VERSION "3.${CMAKE_MATCH_1}")
  endif()
endif()

# What the library was built with must be defined for its users too: NS_LOG changes the size of
# classes. Debian: logs on, asserts off. Other builds: both on, which is upstream's default profile.
set(Ns3_DEFINITIONS NS3_LOG_ENABLE)
if(NS3_ROOT)
  list(APPEND Ns3_DEFINITIONS NS3_ASSERT_ENABLE)
endif()
foreach(component IN LISTS Ns3_FIND_COMPONENTS)
  if(TARGET Ns3::${component})
    set_target_properties(Ns3::${component} PROPERTIES
      INTERFACE_COMPILE_DEFINITIONS "${Ns3_DEFINITIONS}")
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ns3
  REQUIRED_VARS Ns3_INCLUDE_DIR VERSION_VAR Ns3_VERSION HANDLE_COMPONENTS)
