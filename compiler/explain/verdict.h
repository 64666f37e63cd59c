// What a check of files found: each file by itself, so that what is wrong with one says nothing about others.
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

// Checks the file; it must have a design or experiment of that name, unless the name is empty.
Verdict verdict(const std::string& file, const std::string& name, check::Options options, SourceMap& sources);

// Of a file that passed: how many designs, workloads and experiments it holds.
std::string verdict_text(const Verdict& verdict);
// One object for all files: the diagnostics of the call, then those of each file, and which files passed.
std::string verdicts_json(const diag::Sink& of_call, std::span<const Verdict> verdicts, const SourceMap& sources);

}  // namespace ssd::explain
