// The way from syntax trees to checked designs, workloads and experiments. Every mistake in a .ssd file beyond its
// syntax is found here, before anything runs. Diagnostics go to the sink; nothing throws.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/design/design.h"
#include "compiler/design/experiment.h"
#include "compiler/design/workload.h"
#include "runtime/base/diag/diag.h"
#include "runtime/base/source.h"

namespace ssd::ast {
struct File;
}

namespace ssd::check {

// How a file is read. This is a parameter so that tests can pass texts and an editor its unsaved buffers.
struct ReadResult {
  enum class Status : std::uint8_t {
    kRead,
    kMissing,
    kDirectory,
    kTooLarge,
    kNotAFile,
    kEndlessLink,
    kLongName,
    kUnreadable
  };
  Status status = Status::kMissing;
  std::string text;
  std::string reason;  // the system's message, for kUnreadable
};
using ReadFile = std::function<ReadResult(const std::string& path)>;
ReadResult read_from_disk(const std::string& path);

// How the text of a file becomes a tree. This is a parameter so that a program that checks many files can keep the
// trees of the library files that they share.
using ParseFile =
    std::function<std::shared_ptr<const ast::File>(FileId file, const SourceMap& sources, diag::Sink& sink)>;
std::shared_ptr<const ast::File> parse_anew(FileId file, const SourceMap& sources, diag::Sink& sink);

// `-D name=text`.
struct Override {
  std::string name, text;
};

struct Options {
  std::vector<Override> overrides;
  std::string stdlib_directory;  // the folder that `std/…` refers to
  ReadFile read = read_from_disk;
  ParseFile parse = parse_anew;
  std::string design;  // if the file declares it, warnings about its other designs are left out
  bool only_design =
      false;  // check only `design` (no design if it is empty) and no experiments; used for the points of an experiment
};

// A declaration that was found, whether or not it passed the check. Used to list what a file contains.
struct Declared {
  std::string name;
  Span span;
  bool imported = false;
};

// The contents of a file and its imports. A design, workload or experiment with an error is in the declared list, but
// not in the checked one. The declarations of the root file come first.
struct Checked {
  std::string path;              // of the root file
  std::string stdlib_directory;  // where to look for a name that the file does not have
  std::vector<Declared> declared_designs, declared_workloads, declared_experiments;
  std::vector<design::Design> designs;
  std::vector<design::Workload> workloads;
  std::vector<design::Experiment> experiments;
};
Checked check(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink);

// Returns the design of that name; without a name, the only design of the root file. Returns null after a diagnostic,
// or if the design did not pass the check.
const design::Design* select_design(const Checked& checked, std::string_view name, diag::Sink& sink);
const design::Workload* select_workload(const Checked& checked, std::string_view name, diag::Sink& sink);
const design::Experiment* select_experiment(const Checked& checked, std::string_view name, diag::Sink& sink);
// Whether the NAME of `FILE:NAME` means an experiment.
bool names_experiment(const Checked& checked, std::string_view name);

// The workload of std/workloads.ssd that is used for a run without a named workload.
inline constexpr std::string_view kDefaultWorkload = "Default";
std::optional<design::Workload> default_workload(const Options& options, SourceMap& sources, diag::Sink& sink);

}  // namespace ssd::check
