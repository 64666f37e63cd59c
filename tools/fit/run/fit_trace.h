// From a trace file to a workload in the language that resembles it, as a text that checks, with a comparison of both.
// Nothing is printed.
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
  std::string name = {};                       // of the workload; empty: made from the file's name
  std::optional<std::uint64_t> requests = {};  // fit only the first so many; none: kUsualRequests
  Limits limits = {};
};

struct Fit {
  std::string name, format;
  u64 requests = 0;       // the number of requests of the trace that were fitted
  std::string text;       // a file with the workload, in the canonical form
  std::vector<Row> rows;  // the figures of trace and workload
  std::vector<std::string> beyond,
      notes;                       // properties that no workload of the language can have; what was cut or chosen
  std::vector<std::string> shown;  // all of that in lines for people
  std::string json;
};
// The unit of a row, for programs: "bytes".
std::string_view unit_name(Unit unit);

// `checking`: the options for checking the text. The watcher gets kFit but cannot end the fit. Returns nothing after a
// diagnostic.
std::optional<Fit> fit_trace(Environment& environment, const std::string& path, const check::Options& checking,
                             const FitOptions& options);

}  // namespace ssd::fit
