// See expression_fault.h.
#include "tools/ssdc/expression_fault.h"

#include <fmt/format.h>

#include "runtime/results/quantity.h"

namespace ssd::cli {
namespace {

struct Told {
  diag::Code code;
  std::string_view help;
};

Told told(design::CheckKind kind) {
  switch (kind) {
    case design::CheckKind::kDivisor: return {diag::Code::E0520, "guard it: `if d == 0 then … else n / d`"};
    case design::CheckKind::kOverflow: return {diag::Code::E0521, "compute in reals, such as `real(a) * b`, or bound the operands by `min`"};
    case design::CheckKind::kFinite: return {diag::Code::E0522, "bound its operands by `min`, `max` or an `if`"};
    case design::CheckKind::kIndex: return {diag::Code::E0523, "bound the index: `list[min(i, len(list) - 1)]`"};
    case design::CheckKind::kLatency: break;
  }
  return {diag::Code::E0524, "bound it, such as `max(x, 1us)`"};
}

}  // namespace

bool report_expression_fault(Session& session, const simulation::Outcome& o, const design::Design& design) {
  if (o.status != Status::kFault) return false;
  const design::Check& check = design::function(design, o.fault.hook).checks.at(o.fault.site);
  const Told row = told(check.kind);
  const std::string when = o.results.functional_only ? "" : fmt::format(" at {} of simulated time,", results::time_text(static_cast<double>(o.fault.time)));
  session.sink.report(row.code, check.span, check.text)
      .note({}, fmt::format("the run stopped{} after {} had arrived", when, results::counted_text(o.stopped_at, "request")))
      .help(std::string(row.help));
  return true;
}

}  // namespace ssd::cli
