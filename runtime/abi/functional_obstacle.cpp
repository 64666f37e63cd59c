// See functional_obstacle.h.
#include "runtime/abi/functional_obstacle.h"

#include <fmt/format.h>

#include <algorithm>

namespace ssd {
namespace {

constexpr const char* kStatic = "`allocation: static channel > die > plane > chip`";

template <Hook... kHook>
consteval auto masks(std::string_view input) {
  return std::array{std::pair(kHook, input_mask(kHook, input))...};
}
// Whether a policy that decides what is collected and where data go reads any of the inputs.
bool reads_of(const Config& c, const auto& masks) {
  for (const auto& [hook, mask] : masks) {
    if (reads_any(c, hook, mask)) return true;
  }
  return false;
}
consteval auto of_the_map(std::string_view input) {
  return masks<Hook::kTrigger, Hook::kStop, Hook::kVictim, Hook::kAllocate, Hook::kStream, Hook::kMoveStream,
               Hook::kOnWrite, Hook::kOnTrim, Hook::kOnMove, Hook::kOnErase>(input);
}
constexpr auto kNow = of_the_map("now");
constexpr auto kHostPrograms = of_the_map("host_programs");
constexpr auto kAllPrograms = of_the_map("all_programs");
constexpr auto kArrival = masks<Hook::kStream>("arrival");
constexpr auto kAge = masks<Hook::kVictim, Hook::kAllocate, Hook::kOnErase>("age");
constexpr auto kLastWrite = masks<Hook::kVictim, Hook::kAllocate, Hook::kOnErase>("last_write");

// The key that makes a design placed at issue (place.class; Config::at_issue).
Obstacle placed_by_time(const Config& c) {
  if (c.placement != Placement::kStatic && c.placement != Placement::kWriteOrder) {
    return {"`allocation: dynamic` chooses planes by which units are idle",
            std::string("place pages by their number: ") + kStatic};
  }
  if (c.multiplane == Willing::kBlind || c.multiplane == Willing::kPredicate) {
    return {"`commands { multiplane: … }` skips pages depending on which operations wait",
            "combine planes without skipping pages: `multiplane: wise`"};
  }
  if (c.same_die != 0)
    return {"`gc { migrate: same_die }` moves pages when their planes have room",
            "keep moved pages in their plane: `migrate: same_plane`"};
  if (c.replicas != 0) return {"`gc { replicate: … }` writes copies in idle units", "leave `replicate` out"};
  if (c.background != 0 || c.idle_on != 0 || reads_idle(c)) {
    return {"`gc` collects when units are idle",
            "collect only by the free pages of a plane: `idle: off`, and a `trigger` and `stop` without `idle`"};
  }
  return {"`gc { preempt: … }` lets the host write between the moves of a collection", "leave `preempt` out"};
}

Obstacle ordered_by_time(const Config& c, Loop loop, bool leaves_state) {
  if (loop == Loop::kFlows)
    return {
        "in which order the requests of its workload's flows arrive depends on completions",
        "let closed flows take turns in one loop (`loop: shared`), or let all flows be open loops (`interval` instead "
        "of `closed`) without `until: first`"};
  if (loop == Loop::kTimed)
    return {"how many requests of its workload's closed phase arrive within `for` depends on completions",
            "end the phase by `requests` or `until: N drive_writes`, or let it be an open loop (`rate`)"};
  if (c.at_issue != 0) return placed_by_time(c);
  if (c.buffer_slots != 0 && c.write_back != 0 && c.program_places != 1)
    return {"what the write buffer merges, and which units share a program, depend on the clock",
            "let the map and the programs be of pages without a buffer: `page` of the unit's size instead of `ftl { "
            "unit }`, "
            "and no `program_unit`"};
  if (c.buffer_slots != 0 && c.write_back != 0)
    return {"what `buffer` merges before it programs a page depends on the clock",
            "write through: `buffer { write_back: false }`, or leave the buffer out"};
  if (c.queues > 1)
    return {"`host { queues: … }` admits requests depending on completions", "use one queue: `queues: 1`"};
  if (c.avoid != 0)
    return {"`gc { avoid: on }` admits requests depending on which units are collected", "leave `avoid` out"};
  if (reads_of(c, kNow)) return {"a policy reads `now`", "let it read the counts of blocks, such as `b.valid`"};
  const bool reads_last_write = reads_of(c, kLastWrite),
             reads_age = reads_last_write || reads_of(c, kAge) || ranks_by_age(c);
  const std::string reader = reads_last_write ? "a policy reads `last_write`" : "a policy reads `age`";
  if (leaves_state && c.keeps_ages != 0)
    return {reader + ", and without a clock the run cannot save the ages of blocks",
            "do not save a snapshot, or score blocks by their counts, such as `b.valid`"};
  if (loop == Loop::kClosed && reads_age)
    return {reader + ", and in a closed loop requests arrive when others are complete",
            "run an open loop, or score blocks by their counts, such as `b.valid`"};
  if (loop == Loop::kClosed && reads_of(c, kArrival))
    return {"`stream(r)` reads `r.arrival`, and in a closed loop requests arrive when others are complete",
            "run an open loop, or choose the stream by other fields, such as `r.lpn`"};
  return {};
}

Obstacle unknown_here(const Config& c) {
  const auto found = [](const char* what, const char* way_out) { return Obstacle{what, way_out, false}; };
  if (c.copyback == Willing::kBlind || c.copyback == Willing::kPredicate) {
    return found("`commands { copyback: … }` that skips pages", "copy back without skipping pages: `copyback: wise`");
  }
  if (c.scope_planes != 1) return found("`gc { scope: … }`", "leave it out");
  if (reads_of(c, kHostPrograms) || reads_of(c, kAllPrograms))
    return found("a policy that reads `write_amplification`", "let it read the counts of blocks, such as `b.valid`");
  return {};
}

}  // namespace

Loop loop_of(const workload::Workload& workload) {
  if (std::ranges::any_of(workload.flows, workload::ends_by_clock)) return Loop::kTimed;
  if (workload::has_phases(workload) && workload.flows.size() > 1) return Loop::kClosed;
  if (workload::arrives_by_flow(workload)) return Loop::kFlows;
  return workload::is_closed(workload) ? Loop::kClosed : Loop::kOpen;
}

Obstacle functional_obstacle(const Config& config, Loop loop, bool leaves_state) {
  if (Obstacle found = ordered_by_time(config, loop, leaves_state); !found.what.empty()) return found;
  return unknown_here(config);
}

diag::Diagnostic& report_obstacle(const Obstacle& obstacle, const std::string& design, Span at, OnlyBy by,
                                  diag::Sink& sink) {
  const bool option = by == OnlyBy::kOption;
  const char* const chosen = option ? "--only ftl" : "only: ftl";
  auto& report = obstacle.by_time ? sink.report(diag::Code::E0580, at, chosen, design, obstacle.what)
                                  : sink.report(diag::Code::E0581, at, chosen, obstacle.what, design);
  return report.help(fmt::format("run it whole (without `{}`), or {}", option ? "--only" : chosen, obstacle.way_out));
}

}  // namespace ssd
