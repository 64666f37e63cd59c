// See expression_fault.h.
#include "runtime/run/expression_fault.h"

#include <fmt/format.h>

#include "runtime/base/quantity.h"

namespace ssd::run {
namespace {

struct Told {
  diag::Code code;
  std::string_view help;
};

Told told(CheckKind kind) {
  switch (kind) {
    case CheckKind::kDivisor: return {diag::Code::E0520, "guard it: `if d == 0 then … else n / d`"};
    case CheckKind::kOverflow:
      return {diag::Code::E0521, "compute with reals, such as `real(a) * b`, or limit the operands with `min`"};
    case CheckKind::kFinite: return {diag::Code::E0522, "limit its operands with `min`, `max` or an `if`"};
    case CheckKind::kIndex: return {diag::Code::E0523, "limit the index, such as `list[min(i, len(list) - 1)]`"};
    case CheckKind::kCell:
      return {diag::Code::E0526, "limit it, such as `min(x, 255)`, or give the table other `values`"};
    case CheckKind::kShift: return {diag::Code::E0313, "limit the count, such as `x << min(n, 62)`"};
    case CheckKind::kLatency: break;
  }
  return {diag::Code::E0524, "limit it, such as `max(x, 1us)`"};
}

}  // namespace

bool report_expression_fault(Environment& environment, const Outcome& o, const Plan& plan) {
  if (o.status != Status::kFault) return false;
  const Check& check = plan.policies[o.fault.hook].checks.at(o.fault.site);
  const Told row = told(check.kind);
  const std::string when = o.results.functional_only
                               ? ""
                               : fmt::format(" at {} of simulated time,", time_text(static_cast<double>(o.fault.time)));
  environment.sink.report(row.code, check.span, check.text)
      .note({}, fmt::format("the run stopped{} after {} had arrived", when, counted_text(o.stopped_at, "request")))
      .help(std::string(row.help));
  return true;
}

}  // namespace ssd::run
