# SPDX-License-Identifier: AGPL-3.0-or-later
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(PTIMED_TESTS "Build the tests" ON)
option(PTIMED_FUZZ "Build the libFuzzer programs of tests/fuzz; needs clang++ (preset fuzz)" OFF)
set(PTIMED_SANITIZE "" CACHE STRING "Sanitizers for our own code, as for -fsanitize=")

find_program(PTIMED_CCACHE ccache)
if(PTIMED_CCACHE)
  # ccache keeps no object built with a precompiled header unless told that this is meant.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${PTIMED_CCACHE})
endif()

include(GNUInstallDirs)

# Every target of ours links this; libraries from elsewhere come in as SYSTEM and are not held to it.
add_library(ptimed_options INTERFACE)
target_include_directories(ptimed_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(ptimed_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
if(PTIMED_SANITIZE)
  target_compile_options(ptimed_options INTERFACE -fsanitize=${PTIMED_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(ptimed_options INTERFACE -fsanitize=${PTIMED_SANITIZE})
endif()
