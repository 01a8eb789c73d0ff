# SPDX-License-Identifier: MIT
# What every target of the project shares: warnings as errors, sanitizers, include root.

find_package(Threads REQUIRED)

# moc of Qt 6.4 cannot read libstdc++'s <concepts> (GCC 12) and <compare> (GCC 13), which every header with an operator<=>
# brings in; it needs none of them, so it is told that it has them already.
set(CMAKE_AUTOMOC_MOC_OPTIONS -D_GLIBCXX_CONCEPTS=1 -D_COMPARE=1)

add_library(twintrace_options INTERFACE)
# The root of the source tree is the only include folder: #include "core/model/trace.h" says where a thing lives.
get_filename_component(TWINTRACE_SOURCE_ROOT ${CMAKE_CURRENT_LIST_DIR}/../.. ABSOLUTE)
target_include_directories(twintrace_options INTERFACE ${TWINTRACE_SOURCE_ROOT})
target_compile_options(twintrace_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                       -Woverloaded-virtual -Werror)
# GCC 12 sees copies in std::string operator+ that overlap or overflow and are not there (GCC bugs 105651, 105329).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(twintrace_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
# GCC 13 takes every reference got through a temporary view for dangling (out of -Wall again in GCC 14).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    target_compile_options(twintrace_options INTERFACE -Wno-dangling-reference)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(twintrace_options INTERFACE -fno-plt)
endif()
if(TWINTRACE_SANITIZE)
    target_compile_options(twintrace_options INTERFACE -fsanitize=${TWINTRACE_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(twintrace_options INTERFACE -fsanitize=${TWINTRACE_SANITIZE})
endif()

# twintrace_precompile(TARGET HEADER..): precompiled headers where TWINTRACE_PCH is on; sources still include all they use.
function(twintrace_precompile target)
    if(TWINTRACE_PCH)
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
endfunction()

# Groups of test programs that a sanitizer build makes: sanitized_tests is all but the app's and the runner's,
# thread_tests those labelled threads.
function(twintrace_join_test_groups name labels)
    file(RELATIVE_PATH place ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    if(TARGET sanitized_tests AND NOT place MATCHES "^tests/(app|capture/runner)")
        add_dependencies(sanitized_tests ${name})
    endif()
    if(TARGET thread_tests AND "threads" IN_LIST labels)
        add_dependencies(thread_tests ${name})
    endif()
endfunction()

# twintrace_add_test(NAME SOURCES.. LIBRARIES ..): one GoogleTest program, each of its tests known to ctest.
function(twintrace_add_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 60)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE twintrace_options ${ARG_LIBRARIES} GTest::gmock GTest::gtest_main)
    target_compile_definitions(${name} PRIVATE TWINTRACE_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden"
                               TWINTRACE_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    twintrace_join_test_groups(${name} "${ARG_LABELS}")
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()

# twintrace_add_qt_test(NAME SOURCES.. LIBRARIES ..): one QtTest program, run offscreen.
function(twintrace_add_qt_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    target_link_libraries(${name} PRIVATE twintrace_options ${ARG_LIBRARIES} Qt6::Test)
    target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS TWINTRACE_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden"
                               TWINTRACE_SHARED_DIR="${PROJECT_SOURCE_DIR}/../shared")
    twintrace_join_test_groups(${name} "")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT}
                         ENVIRONMENT "QT_QPA_PLATFORM=offscreen;XDG_RUNTIME_DIR=${PROJECT_BINARY_DIR};QT_LOGGING_RULES=qt.qpa.*=false")
endfunction()
