// See end_of_life.h.
#include "runtime/run/end_of_life.h"

#include <algorithm>

#include "runtime/base/quantity.h"
#include "runtime/run/feed.h"

namespace ssd::run {
namespace {

using diag::Code;

constexpr const char* kWriteSome = "let it write (`write: 50%`), or run it once (without `--until`)";

bool writes(const Load& load) {
  return std::ranges::any_of(load.requests, [](const Request& r) { return r.direction == Direction::kWrite; });
}

}  // namespace

bool can_wear_out(diag::Sink& sink, const Plan& plan, const workload::Workload& workload, const Load& load) {
  if (are_phases(load.flows) && load.flows.size() > 1) {
    sink.report(Code::E0583, workload.span, workload.name)
        .help("let `start { run: … }` run the first phases, and repeat a workload of one phase");
    return false;
  }
  if (load.by_flow) {
    sink.report(Code::E0582, workload.span, workload.name)
        .help(
            "let closed flows take turns in one loop (`loop: shared`), or let all flows be open loops (`interval` "
            "instead "
            "of `closed`) without `until: first`");
    return false;
  }
  if (plan.config.endurance == 0) {
    sink.report(Code::E0535, plan.span, plan.name)
        .help("set the endurance of the part: `nand { endurance: 3_000 }`, or leave `--until` out");
    return false;
  }
  if (!writes(load)) {
    sink.report(Code::E0536, workload.span, workload.name).help(kWriteSome);
    return false;
  }
  if (load.closed_depth == 0 && period_of(load.requests) == 0) {
    const bool one = load.requests.size() == 1;
    sink.report(Code::E0539, workload.span, workload.name)
        .help(one ? "there is only one request, so there is no gap: add more (`requests: 1_000`), or run a "
                    "closed loop (`closed: 1`)"
                  : "give the requests an interval (`interval: 100us`), or run a closed loop (`closed: 32`)");
    return false;
  }
  return true;
}

bool report_no_end(diag::Sink& sink, const Outcome& outcome, const workload::Workload& workload) {
  switch (outcome.no_end) {
    case NoEnd::kNone: return false;
    case NoEnd::kNothingProgrammed:
      sink.report(Code::E0537, workload.span, workload.name)
          .help("let it write more pages than the buffer holds, or make the buffer smaller");
      return true;
    case NoEnd::kTooLate:
      sink.report(Code::E0538, workload.span, counted_text(outcome.stopped_at, "request"))
          .help(
              "let the requests arrive faster (`interval`, `speed`, a closed loop), or give the part a lower "
              "`endurance`");
      return true;
  }
  return false;
}

}  // namespace ssd::run
