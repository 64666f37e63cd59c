# What the targets need besides the rooms that they link, for the fuzzers and for the unit tests: sources under test of
# rooms that need much more (the journal of an experiment, what is sent to workers, and the C library without the engine
# that `ssdc build` makes), and the libraries that pack traces.
set(ssd_fuzz_journal_sources "")
foreach(name journal journal_text kept_runs key_index packed_stream)
  list(APPEND ssd_fuzz_journal_sources "${CMAKE_SOURCE_DIR}/tools/study/run/${name}.cpp")
endforeach()
set(ssd_fuzz_library_sources "")
foreach(name built_in library_drive processor ssd_sim)
  list(APPEND ssd_fuzz_library_sources "${CMAKE_SOURCE_DIR}/tools/standalone/${name}.cpp")
endforeach()
find_package(ZLIB REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
set(ssd_fuzz_libraries PkgConfig::ZSTD ZLIB::ZLIB)
