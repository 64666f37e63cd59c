// `ssdc trace fit`: a workload in the language that is like a trace, and how like it is.
#pragma once
#include <optional>
#include <string>

#include "tools/cli/session.h"
#include "tools/fit/fit.h"

namespace ssd::cli {

struct FitOptions {
  trace::LoadOptions from;
  std::string name;  // of the workload; "": made of the file's
  std::optional<std::uint64_t> requests;
  fit::Limits limits;
};
void fit_trace(Session& session, const FitOptions& options);

}  // namespace ssd::cli
