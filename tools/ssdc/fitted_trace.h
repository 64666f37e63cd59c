// `ssdc trace fit`: a workload in the language that is like a trace, and how like it is.
#pragma once
#include <optional>
#include <string>

#include "runtime/fit/fit.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

struct FitOptions {
  workload::LoadOptions from;
  std::string name;  // of the workload; "": made of the file's
  std::optional<std::uint64_t> requests;
  fit::Limits limits;
};
void fit_trace(Session& session, const FitOptions& options);

}  // namespace ssd::cli
