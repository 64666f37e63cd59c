// See run_memory.h.
#include "tools/ssdc/run_memory.h"

#include <fmt/format.h>

#include "runtime/results/quantity.h"
#include "runtime/simulation/memory.h"

namespace ssd::cli {
namespace {

std::string shown(std::uint64_t bytes) { return results::size_text(static_cast<double>(bytes)); }
// What one calls it where one sets it.
std::string memory_setting(const Session& session) { return session.library ? "`memory_bytes`" : "`--memory`"; }
std::string who_says(const Session& session, const Allowance& allowed) {
  return allowed.stated ? fmt::format("that is what {} says", memory_setting(session)) : "that is what the machine has available";
}
std::string with_more_memory(const Session& session, const Allowance& allowed) {
  return allowed.stated ? fmt::format(", or let it take more ({})", memory_setting(session)) : "";
}
// Where requests come one by one there are none beforehand.
std::string with_fewer_requests(const Session& session, const Beside& beside) { return session.library || beside.one_by_one ? "or fewer blocks" : "fewer blocks, or fewer requests (`--requests`)"; }
std::string slower(const Session& session) {
  return session.library ? "let them arrive more slowly, open the drive with a `closed_depth`, such as 32, or submit fewer"
                         : "let them arrive more slowly (`interval`, `speed`), run a closed loop (`closed: 32`), or run fewer (`--requests`)";
}

}  // namespace

// Of what there is a part is left to all that is not counted: the compiler, the results.
Allowance allowance(std::optional<std::uint64_t> stated) {
  const std::uint64_t whole = simulation::available_memory(), available = whole - whole / 16;
  const std::uint64_t bytes = std::min(stated.value_or(available), available);
  return {bytes, bytes != available};
}

bool fits_memory(Session& session, const design::Design& design, std::uint64_t needed, const Beside& beside, const Allowance& allowed) {
  if (beside.bytes() <= allowed.bytes && needed <= allowed.bytes - beside.bytes()) return true;
  const std::string states = beside.states == 0 ? "" : fmt::format(", the state that is begun or saved {}", shown(beside.states));
  const std::string timeline = beside.timeline == 0 ? "" : fmt::format(", the timeline {}", shown(beside.timeline));
  session.sink.report(diag::Code::E0501, design.span, shown(needed + beside.bytes()), shown(allowed.bytes))
      .note({}, fmt::format("{}; the drive takes {}, the requests {}{}{}", who_says(session, allowed), shown(needed), shown(beside.requests), states, timeline))
      .help(fmt::format("use fewer or larger pages, {}{}{}", with_fewer_requests(session, beside), beside.timeline <= needed ? "" : ", or a smaller timeline (`--timeline-size`)",
                        with_more_memory(session, allowed)));
  return false;
}

bool within_memory(Session& session, const simulation::Outcome& outcome, const Span& at, std::uint32_t closed_depth, const Allowance& allowed) {
  if (!outcome.out_of_memory) return true;
  const std::string less = closed_depth == 0
                               ? slower(session)
                               : fmt::format("{} requests are outstanding at once: let the closed loop be less deep, such as `{}: {}`, or the requests smaller",
                                             closed_depth, session.library ? "closed_depth" : "closed", std::max(1U, std::min(32U, closed_depth / 2)));
  session.sink.report(diag::Code::E0511, at, outcome.stopped_at, shown(allowed.bytes)).note({}, who_says(session, allowed)).help(less + with_more_memory(session, allowed));
  return false;
}

}  // namespace ssd::cli
