// The result of checking files. Each file is checked by itself, so a mistake in one file does not affect the others.
#pragma once
#include <span>
#include <string>

#include "compiler/check/check.h"

namespace ssd::explain {

struct Verdict {
  std::string file;
  check::Checked checked;
  diag::Sink sink;
  bool passed() const { return !sink.has_errors(); }
};

// Checks the file. It must have a design or experiment of that name, unless the name is empty.
Verdict verdict(const std::string& file, const std::string& name, check::Options options, SourceMap& sources);

// For a file without mistakes: the numbers of designs, workloads and experiments in it.
std::string verdict_text(const Verdict& verdict);
// One object for all files: the diagnostics of the call, the diagnostics of each file, and which files passed.
std::string verdicts_json(const diag::Sink& of_call, std::span<const Verdict> verdicts, const SourceMap& sources);

}  // namespace ssd::explain
