# The oracle, and the random cases on which engines are compared with it: for the tests and for the fuzzers.
file(GLOB oracle_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/oracle/*.cpp")
add_library(ssd_oracle STATIC ${oracle_sources})
target_link_libraries(ssd_oracle PUBLIC ssd_options)

file(GLOB case_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/differential/*.cpp")
list(FILTER case_sources EXCLUDE REGEX "(_test|/emitted|/reached)\\.cpp$")  # emitted.cpp and reached.cpp look at LLVM's code
add_library(ssd_random_cases STATIC ${case_sources})
target_link_libraries(ssd_random_cases PUBLIC ssd_check ssd_run ssd_oracle)
set_target_properties(ssd_oracle ssd_random_cases PROPERTIES UNITY_BUILD OFF)
