// See run_memory.h.
#include "tools/ssdc/run_memory.h"

#include <fmt/format.h>

#include "runtime/results/quantity.h"
#include "runtime/simulation/memory.h"

namespace ssd::cli {
namespace {

std::string shown(std::uint64_t bytes) { return results::size_text(static_cast<double>(bytes)); }
std::string who_says(const Allowance& allowed) { return allowed.stated ? "that is what `--memory` says" : "that is what the machine has available"; }
std::string with_more_memory(const Allowance& allowed) { return allowed.stated ? ", or let it take more (`--memory`)" : ""; }

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
  session.sink.report(diag::Code::E0501, design.span, shown(needed + beside.bytes()), shown(allowed.bytes))
      .note({}, fmt::format("{}; the drive takes {}, the requests {}{}", who_says(allowed), shown(needed), shown(beside.requests), states))
      .help(fmt::format("use fewer or larger pages, fewer blocks, or fewer requests (`--requests`){}", with_more_memory(allowed)));
  return false;
}

bool within_memory(Session& session, const simulation::Outcome& outcome, const Span& at, std::uint32_t closed_depth, const Allowance& allowed) {
  if (!outcome.out_of_memory) return true;
  const std::string less = closed_depth == 0
                               ? "let them arrive more slowly (`interval`, `speed`), run a closed loop (`closed: 32`), or run fewer (`--requests`)"
                               : fmt::format("{} requests are outstanding at once: let the closed loop be less deep, such as `closed: {}`, or the requests smaller",
                                             closed_depth, std::max(1U, std::min(32U, closed_depth / 2)));
  session.sink.report(diag::Code::E0511, at, outcome.stopped_at, shown(allowed.bytes)).note({}, who_says(allowed)).help(less + with_more_memory(allowed));
  return false;
}

}  // namespace ssd::cli
