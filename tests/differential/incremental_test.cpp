// A run whose requests come in portions (runtime/run/incremental.h) equals the run of all of them at once, on random
// drives of all kinds.
#include "runtime/run/incremental.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/results/report.h"
#include "tests/compile_text.h"
#include "tests/differential/environment.h"
#include "tests/differential/write_order_case.h"

namespace ssd::differential {
namespace {

// All results except the memory that the run used.
std::string shown(const design::Design& design, run::Outcome outcome) {
  outcome.results.memory_bytes = 0;
  results::Report report;
  const Plan plan = design::plan_of(design);
  report.plan = &plan;
  report.results = std::move(outcome.results);
  return results::json(report);
}

// Submits the requests in portions; before the first advance all of them, if reads decide what the drive holds at time
// 0 (start.preload).
run::Outcome by_portions(const design::Design& design, const RandomCase& c, const std::vector<Request>& requests) {
  std::mt19937_64 random(c.seed);
  const Plan drive_plan = design::plan_of(design);
  run::IncrementalRun drive(drive_plan, generic_engine(), static_cast<u32>(c.workload.closed), 1, nullptr, ~u64{0});
  const bool all_first = design.config.read_unwritten_as_written;
  std::size_t next = 0;
  do {
    const std::size_t end = all_first ? requests.size() : std::min(requests.size(), next + 1 + random() % 40);
    for (; next < end; ++next) drive.submit(requests[next]);
    if (next != 0 && !drive.advance(random() % (requests[next - 1].arrival + 1))) return drive.outcome();
  } while (next < requests.size());
  drive.finish();
  return drive.outcome();
}

TEST(Incremental, EqualsARunOfAllRequestsOnRandomDrives) {
  const Slice slice = slice_of(1, 800);
  u64 coupled_by_parts = 0, portions = 0;
  for (std::uint64_t seed = slice.first; seed < slice.end(); ++seed) {
    const RandomCase c = seed % 4 == 0 ? write_order_case(seed) : random_case(seed);
    const TriedText compiled = try_text(c.text());
    ASSERT_TRUE(compiled.design) << compiled.errors;
    const design::Design& design = *compiled.design;
    // At its end such a drive goes on collecting while it does not know that no request follows.
    if (design::config(design).background != 0) continue;
    const std::vector<Request> requests = c.requests();
    const run::Load load{.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)};
    const run::Outcome whole = run::run(design, generic_engine(), load, {}),
                       bit_by_bit = by_portions(design, c, requests);
    ASSERT_EQ(static_cast<u32>(bit_by_bit.status), static_cast<u32>(whole.status)) << "seed " << seed << "\n"
                                                                                   << file_texts(c);
    const bool open = design.config.queue_depth == 0 && c.workload.closed == 0;
    coupled_by_parts += open && run::pass_of(design, load) == Pass::kAllCoupled ? 1 : 0;
    portions += design.config.read_unwritten_as_written ? 0 : 1;
    if (whole.status != Status::kDone) continue;
    ASSERT_EQ(shown(design, bit_by_bit), shown(design, whole)) << "seed " << seed << "\n" << file_texts(c);
  }
  if (sliced()) return;
  EXPECT_GT(coupled_by_parts, 2U);
  EXPECT_GT(portions, 100U);
}

}  // namespace
}  // namespace ssd::differential
