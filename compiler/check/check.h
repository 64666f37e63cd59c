// From syntax trees to checked designs, workloads and experiments. Everything a user can get wrong in a .ssd file
// beyond its syntax is found here, before anything runs; the diagnostics go to the sink and nothing is thrown.
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

// How a file is read; a parameter so that tests feed texts and an editor its unsaved buffers.
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
  std::string reason;  // the system's, for kUnreadable
};
using ReadFile = std::function<ReadResult(const std::string& path)>;
ReadResult read_from_disk(const std::string& path);

// How its text becomes a tree; a parameter so that who checks many files can keep the trees of a library that they
// share.
using ParseFile =
    std::function<std::shared_ptr<const ast::File>(FileId file, const SourceMap& sources, diag::Sink& sink)>;
std::shared_ptr<const ast::File> parse_anew(FileId file, const SourceMap& sources, diag::Sink& sink);

// `-D name=text`.
struct Override {
  std::string name, text;
};

struct Options {
  std::vector<Override> overrides;
  std::string stdlib_directory;  // where `std/…` is
  ReadFile read = read_from_disk;
  ParseFile parse = parse_anew;
  std::string design;  // if the file declares it: warnings about its other designs are left out
  bool only_design =
      false;  // `design` is the only one that is checked, without one none is; and no experiment: for the points of one
};

// A declaration that was found, whether or not it passed; for listing what a file holds.
struct Declared {
  std::string name;
  Span span;
  bool imported = false;
};

// What a file and its imports hold. A design, workload or experiment with an error is declared but not among the
// checked ones. Those of the root file come first.
struct Checked {
  std::string path;              // of the root file
  std::string stdlib_directory;  // where a name that the file does not have may be
  std::vector<Declared> declared_designs, declared_workloads, declared_experiments;
  std::vector<design::Design> designs;
  std::vector<design::Workload> workloads;
  std::vector<design::Experiment> experiments;
};
Checked check(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink);

// The one of that name; without a name the only one of the root file. Null after a diagnostic, or if it did not pass
// the check.
const design::Design* select_design(const Checked& checked, std::string_view name, diag::Sink& sink);
const design::Workload* select_workload(const Checked& checked, std::string_view name, diag::Sink& sink);
const design::Experiment* select_experiment(const Checked& checked, std::string_view name, diag::Sink& sink);
// Whether `FILE:NAME` means an experiment.
bool names_experiment(const Checked& checked, std::string_view name);

// The workload of std/workloads.ssd for a run that names none.
inline constexpr std::string_view kDefaultWorkload = "Default";
std::optional<design::Workload> default_workload(const Options& options, SourceMap& sources, diag::Sink& sink);

}  // namespace ssd::check
