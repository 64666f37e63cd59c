// A workload in the language that is like a trace, as a text that checks, and how like it is. Nothing is printed.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"
#include "runtime/base/environment.h"
#include "tools/fit/comparison.h"
#include "tools/fit/fit.h"

namespace ssd::fit {

struct FitOptions {
  trace::LoadOptions from = {};
  std::string name = {};                       // of the workload; "": made of the file's
  std::optional<std::uint64_t> requests = {};  // the first so many; else kUsualRequests
  Limits limits = {};
};

struct Fit {
  std::string name, format;
  u64 requests = 0;                        // of the trace, that it is fitted to
  std::string text;                        // of a file with the workload, in the canonical form
  std::vector<Row> rows;                   // figures of both
  std::vector<std::string> beyond, notes;  // what no workload of the language has; what was cut or chosen
  std::vector<std::string> shown;          // all that, in lines for people
  std::string json;
};
// Of a row, for programs: "bytes".
std::string_view unit_name(Unit unit);

// `checking`: how the text is checked. The watcher is told of kFit, and ends nothing. Nothing after a diagnostic.
std::optional<Fit> fit_trace(Environment& environment, const std::string& path, const check::Options& checking,
                             const FitOptions& options);

}  // namespace ssd::fit
