# SPDX-License-Identifier: AGPL-3.0-or-later
# One library per folder, one test program per library.

# ptimed_library(name [LINK dep...]): the .cc files of this folder as a static library.
function(ptimed_library name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  if(sources)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC ptimed_options ${arg_LINK})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ptimed_options ${arg_LINK})
  endif()
endfunction()

# What every test includes, compiled once. Test bodies run once too: compiling them without optimisation
# takes a third of the time; the libraries they test keep theirs.
function(ptimed_test_options name)
  target_link_libraries(${name} PRIVATE ptimed_options GTest::gmock GTest::gtest)
  # GCC 12 takes inlined vector growth in test bodies for overflow (fixed in GCC 13).
  target_compile_options(${name} PRIVATE -Wno-stringop-overflow -O0 -g1
                         $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  target_compile_definitions(${name} PRIVATE PTIMED_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endfunction()

# ptimed_test(name [LINK dep...]): the .cc files of this folder as one GoogleTest program.
function(ptimed_test name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  ptimed_test_options(${name})
  target_precompile_headers(${name} REUSE_FROM ptimed_test_headers)
  target_link_libraries(${name} PRIVATE ${arg_LINK} GTest::gtest_main)
  include(GoogleTest)
  gtest_discover_tests(${name} TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 120)
endfunction()
