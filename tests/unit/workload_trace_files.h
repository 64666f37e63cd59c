// What the tests of traces share: the folder of small traces, texts as files, and loading with the diagnostics that it
// gave.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "runtime/trace/trace.h"
#include "tests/paths.h"

namespace ssd::trace {

inline std::string trace_file(const std::string& name) {
  return (tests::source_dir() / "tests" / "traces" / name).string();
}

// A file that lives as long as the object.
class TextFile {
 public:
  explicit TextFile(std::string_view text, const std::string& name = "trace") {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("ssdc-" + std::to_string(::getpid()) + "-" + std::to_string(number++) + "-" + name);
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

inline std::vector<TraceRecord> all_of(const RecordStore& store) {
  std::vector<TraceRecord> records;
  RecordStore::Pass pass(store);
  while (const RecordBlock* block = pass.next()) {
    for (std::size_t i = 0; i < block->size; ++i) records.push_back((*block)[i]);
  }
  return records;
}

// One loading, with its diagnostics.
struct Loaded {
  SourceMap sources;
  diag::Sink sink;
  std::optional<Trace> trace;
  std::vector<TraceRecord> records;  // records of the trace, with times relative to the earliest

  explicit Loaded(const std::string& path, const LoadOptions& options = {}) {
    trace = load_trace(path, options, sources, sink);
    if (trace) records = all_of(trace->records);
    for (TraceRecord& r : records) r.arrival -= trace->earliest();
  }

  std::string text() const { return diag::render_text(sink, sources, false); }
  bool told(std::string_view code) const {
    for (const diag::Diagnostic& d : sink.all()) {
      if (diag::row(d.code).name == code) return true;
    }
    return false;
  }
};

inline LoadOptions as(std::string format, bool skip_bad_lines = false) {
  LoadOptions options;
  options.format = std::move(format);
  options.skip_bad_lines = skip_bad_lines;
  return options;
}

}  // namespace ssd::trace
