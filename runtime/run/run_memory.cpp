// See run_memory.h.
#include "runtime/run/run_memory.h"

#include <fmt/format.h>

#include "runtime/base/quantity.h"
#include "runtime/run/memory.h"

namespace ssd::run {
namespace {

std::string shown(std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); }
// The name of the memory limit where the caller sets it.
std::string memory_setting(const Environment& environment) {
  return environment.caller == Caller::kLibrary ? "`memory_bytes`" : "`--memory`";
}
std::string who_says(const Environment& environment, const Allowance& allowed) {
  return allowed.stated ? fmt::format("{} sets this limit", memory_setting(environment))
                        : "this is what the machine has available";
}
std::string with_more_memory(const Environment& environment, const Allowance& allowed) {
  return allowed.stated ? fmt::format(", or allow more memory ({})", memory_setting(environment)) : "";
}
// If requests come one by one, their number cannot be reduced beforehand.
std::string with_fewer_requests(const Environment& environment, const Beside& beside) {
  return environment.caller == Caller::kLibrary || beside.one_by_one ? "or fewer blocks"
                                                                     : "fewer blocks, or fewer requests (`--requests`)";
}
std::string slower(const Environment& environment) {
  return environment.caller == Caller::kLibrary
             ? "let requests arrive more slowly, open the drive with a `closed_depth`, such as 32, or submit fewer"
             : "let requests arrive more slowly (`interval`, `speed`), run a closed loop (`closed: 32`), or run fewer "
               "(`--requests`)";
}

}  // namespace

// A sixteenth of the available memory is left to everything that is not counted: the compiler, the results.
Allowance allowance(std::optional<std::uint64_t> stated) {
  const std::uint64_t whole = available_memory(), available = whole - whole / 16;
  const std::uint64_t bytes = std::min(stated.value_or(available), available);
  return {bytes, bytes != available};
}

bool fits_memory(Environment& environment, const Plan& plan, std::uint64_t needed, const Beside& beside,
                 const Allowance& allowed) {
  if (beside.bytes() <= allowed.bytes && needed <= allowed.bytes - beside.bytes()) return true;
  const std::string states =
      beside.states == 0 ? "" : fmt::format(", the loaded or saved state {}", shown(beside.states));
  const std::string timeline = beside.timeline == 0 ? "" : fmt::format(", the timeline {}", shown(beside.timeline));
  environment.sink.report(diag::Code::E0501, plan.span, shown(needed + beside.bytes()), shown(allowed.bytes))
      .note({}, fmt::format("{}; the drive takes {}, the requests {}{}{}", who_says(environment, allowed),
                            shown(needed), shown(beside.requests), states, timeline))
      .help(fmt::format("use fewer or larger pages, {}{}{}", with_fewer_requests(environment, beside),
                        beside.timeline <= needed ? "" : ", or a smaller timeline (`--timeline-size`)",
                        with_more_memory(environment, allowed)));
  return false;
}

bool within_memory(Environment& environment, const Outcome& outcome, const Span& at, std::uint32_t closed_depth,
                   const Allowance& allowed) {
  if (!outcome.out_of_memory) return true;
  const std::string less = closed_depth == 0
                               ? slower(environment)
                               : fmt::format(
                                     "{} requests are outstanding at once: make the closed loop less deep, such as "
                                     "`{}: {}`, or make the requests smaller",
                                     closed_depth, environment.caller == Caller::kLibrary ? "closed_depth" : "closed",
                                     std::max(1U, std::min(32U, closed_depth / 2)));
  environment.sink.report(diag::Code::E0511, at, outcome.stopped_at, shown(allowed.bytes))
      .note({}, who_says(environment, allowed))
      .help(less + with_more_memory(environment, allowed));
  return false;
}

}  // namespace ssd::run
