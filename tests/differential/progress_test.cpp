// Forward progress: whatever a design's collection is, and however small and full its drive is, every run ends. It ends
// with all requests complete, with a full drive where placement cannot be proved to have room, or with the end of the
// drive's life. The drives have a few blocks, the worst policies that exist, triggers that hold always or hardly ever,
// and writes that fill the drive and then start again. environment.h selects the cases; SSDC_TALK=1 prints each seed
// before it runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "runtime/run/fault.h"
#include "tests/compile_text.h"
#include "tests/differential/choices.h"
#include "tests/differential/environment.h"
#include "tools/api/simulator.h"

namespace ssd::differential {
namespace {

struct Case {
  std::string text;
  int64_t logical_pages = 0;
  std::vector<Request> requests;
  u32 closed = 0;
  bool superblocks = false;
};

const char* trigger_text(Random& random) {
  return pick<const char*>(random, {"free_pages >= 0", "free_blocks >= 0  stop: free_pages >= 0",
                                    "free_pages < 100%  stop: free_blocks > 90%", "free_blocks < 1",
                                    "free_blocks < 2  stop: free_blocks >= 3", "free_pages < 1", "free_blocks < 50%",
                                    "idle or free_blocks < 2"});
}

const char* victim_text(Random& random) {
  return pick<const char*>(random, {"b.valid", "0 - b.invalid", "b.erases", "0ns - b.age", "0", "b.random",
                                    "b.valid * 1000 + b.erases", "greedy"});
}

std::string wear_text(Random& random) {
  std::string text = pick<const char*>(
      random, {"", "level: static { threshold: 0 }", "level: static { threshold: 1 }", "level: dynamic"});
  if (chance(random, 30)) text += pick<const char*>(random, {" allocate(b): b.erases", " allocate(b): b.age"});
  return text.empty() ? "" : fmt::format("  wear {{ {} }}\n", text);
}

// A random `migrate` that the placement allows.
std::string migration_text(Random& random, bool dynamic, bool costless) {
  const int64_t choice = between(random, 0, 5);
  if (choice == 0 && dynamic) return fmt::format(" migrate: any_idle {{ buffer: {} }}", between(random, 1, 5));
  if (choice <= 2 && !costless) return " migrate: same_die";
  return "";
}

std::string collection_text(Random& random, bool dynamic) {
  const bool costless = chance(random, 15);
  const std::string victim = victim_text(random);
  std::string text =
      fmt::format("trigger: {} {}{}", trigger_text(random), victim == "greedy" ? "victim: " : "victim(b): ", victim);
  if (chance(random, 50))
    text += " preempt(g): g.moved >= 0";
  else if (chance(random, 30))
    text += " preempt: page";
  if (chance(random, 40)) text += " hard: free_pages < 0";
  if (chance(random, 30)) text += fmt::format(" scope: {}", pick<const char*>(random, {"die", "chip", "device"}));
  if (chance(random, 30)) text += " active: shared";
  if (chance(random, 25)) text += fmt::format(" replicate {{ pages: {} }}", between(random, 1, 3));
  if (chance(random, 25)) text += fmt::format(" idle: on idle_after: {}us", between(random, 0, 300));
  if (chance(random, 25)) text += " avoid: on";
  text += migration_text(random, dynamic, costless);
  return fmt::format("  gc {{ {}{} }}\n", text, costless ? " cost: zero" : "");
}

// Keys that superblocks allow (superblock.group).
std::string superblock_text(Random& random, const char* group) {
  const std::string victim = victim_text(random);
  std::string trigger;
  do trigger = trigger_text(random);
  while (trigger.find("idle") != std::string::npos);
  return fmt::format("  gc {{ superblock: {} trigger: {} {}{}{} }}\n", group, trigger,
                     victim == "greedy" ? "victim: " : "victim(b): ", victim, chance(random, 15) ? " cost: zero" : "");
}

std::string start_text(Random& random) {
  const int64_t valid = between(random, 0, 60);
  return fmt::format("  start {{ state: filled {{ valid: {}% invalid: {}% layout: {} }} }}\n", valid,
                     between(random, 0, 70 - valid), pick(random, {"random", "sequential"}));
}

std::string commands_text(Random& random) {
  std::string text;
  if (chance(random, 40))
    text += pick<const char*>(random, {" multiplane: blind", " multiplane: wise", " multiplane(w): w.planes >= 0"});
  if (chance(random, 40)) text += pick<const char*>(random, {" copyback: blind", " copyback: wise"});
  if (chance(random, 20)) text += " suspend: always";
  if (chance(random, 20)) text += " cache: always";
  return fmt::format("  commands {{{} }}\n", text);
}

std::string allocation_text(Random& random, oracle::Placement placement, int64_t streams) {
  using oracle::Placement;
  const char* kind = placement == Placement::kStatic       ? "static"
                     : placement == Placement::kWriteOrder ? "write_order"
                                                           : "dynamic";
  std::string text = fmt::format("  allocation: {} {{ order: channel > die > plane > chip", kind);
  if (placement == Placement::kDynamicCost) {
    text +=
        fmt::format("  cost(u): {}", pick<const char*>(random, {"0 - u.queued", "u.free_pages", "u.channel + u.plane",
                                                                "u.busy_for", "0 - u.free_pages"}));
  }
  if (streams > 1) text += "  streams: [hot, cold]  stream(r): if r.lpn % 3 == 0 then hot else cold";
  return text + " }\n";
}

// Fills the drive, then overwrites it again and again, partly with parts of pages, with some reads and trims.
void choose_requests(Random& random, Case& c) {
  constexpr int64_t kSectors = 4;
  const Time gap = pick<Time>(random, {0, 1'000, 100'000, 900'000});
  c.closed = chance(random, 40) ? static_cast<u32>(between(random, 1, 20)) : 0;
  const auto add = [&](Direction direction, int64_t sector, int64_t sectors) {
    const Time arrival = c.closed != 0 ? 0 : c.requests.size() * gap;
    c.requests.push_back({arrival, static_cast<u64>(sector), static_cast<u32>(sectors), direction});
  };
  for (int64_t lpn = 0; lpn < c.logical_pages; ++lpn) add(Direction::kWrite, lpn * kSectors, kSectors);
  const int64_t within = pick<int64_t>(random, {c.logical_pages, c.logical_pages, 1 + c.logical_pages / 4});
  const int partly = pick(random, {0, 30}), others = pick(random, {0, 30});
  for (int64_t i = 0; i < std::min<int64_t>(4 * c.logical_pages, 700); ++i) {
    const int64_t lpn = chance(random, 50) ? i % within : between(random, 0, within - 1);
    const int64_t first = chance(random, partly) ? between(random, 1, kSectors - 1) : 0;
    const bool other = chance(random, others);
    add(!other               ? Direction::kWrite
        : chance(random, 70) ? Direction::kRead
                             : Direction::kTrim,
        lpn * kSectors + first, kSectors - first);
  }
}

// Mostly as full as the front end accepts: all blocks of each plane except one a stream, one for collection, and one
// page.
Case make_case(std::uint64_t seed) {
  Random random(seed);
  Case c;
  const int64_t channels = between(random, 1, 2), chips = between(random, 1, 2), dies = between(random, 1, 2),
                planes = between(random, 1, 3);
  const int64_t streams = between(random, 1, 2), blocks = between(random, 3 + streams, 7),
                pages = between(random, 1, 6);
  const char* superblock =
      chance(random, 15) ? pick<const char*>(random, {"die", "chip", "device", "device"}) : nullptr;
  const auto placement =
      superblock != nullptr
          ? oracle::Placement::kWriteOrder
          : pick(random, {oracle::Placement::kStatic, oracle::Placement::kStatic, oracle::Placement::kWriteOrder,
                          oracle::Placement::kDynamicOrder, oracle::Placement::kDynamicCost});
  const bool dynamic = placement == oracle::Placement::kDynamicOrder || placement == oracle::Placement::kDynamicCost;
  const int64_t most = std::max<int64_t>(1, (blocks - 1 - streams) * pages - 1), all = channels * chips * dies * planes;
  c.logical_pages = std::max<int64_t>(1, all * most * pick<int64_t>(random, {100, 100, 100, 90, 60}) / 100);
  const int64_t endurance = chance(random, 70) ? between(random, 1, 12) : 0;
  c.text = fmt::format(
      "design Tiny {{\n  geometry {{ channels: {} chips: {} dies: {} planes: {} blocks: {} pages: {} page: 2KiB "
      "sector: 512B }}\n",
      channels, chips, dies, planes, blocks, pages);
  c.text += fmt::format("  nand {{ read: 20us program: {}us erase: {}us{} }}\n", pick(random, {0, 200}),
                        pick(random, {0, 1500}), endurance == 0 ? "" : fmt::format(" endurance: {}", endurance));
  c.text += fmt::format("  capacity {{ logical: {}B }}\n", c.logical_pages * 2048);
  c.text += allocation_text(random, placement, streams);
  c.text += superblock != nullptr ? superblock_text(random, superblock)
                                  : commands_text(random) + collection_text(random, dynamic) + wear_text(random);
  c.superblocks = superblock != nullptr;
  if (chance(random, 15)) c.text += start_text(random);
  if (chance(random, 25)) {
    const std::string flush = pick<const char*>(
        random, {"flush: eager", "flush: idle", "flush: above 40%", "flush: full", "flush(f): f.under_way < 2"});
    c.text += fmt::format("  buffer {{ size: {}KiB  {} }}\n", 2 * between(random, 1, 6), flush);
  }
  c.text += fmt::format("  host {{ queue: {} }}\n}}\n", pick<const char*>(random, {"unlimited", "1", "4", "16"}));
  choose_requests(random, c);
  return c;
}

struct Totals {
  u64 runs = 0, done = 0, full = 0, over = 0, retired = 0, filled = 0, superblocks = 0;
};

void check_case(std::uint64_t seed, Totals& totals) {
  const Case c = make_case(seed);
  const TriedText tried = try_text(c.text);
  // A start state may leave too little room, or may need more logical pages than there are: only such cases may be
  // rejected.
  if (!tried.design && c.text.find("start") != std::string::npos) return;
  if (!tried.design) FAIL() << "seed " << seed << "\n" << tried.errors << c.text;
  const design::Design& design = *tried.design;
  run::Options options;
  options.check = true;
  const auto outcome = run::run(design, generic_engine(), {.requests = c.requests, .closed_depth = c.closed}, options);
  const std::string fault = run::fault(outcome, design, seed);
  if (!fault.empty()) {
    FAIL() << "seed " << seed << ": " << fault << "\n"
           << outcome.results.lifetime.retired_blocks << " blocks retired; of the full plane " << outcome.full_valid
           << " pages valid, " << outcome.full_invalid << " invalid or gone, " << outcome.full_free << " free\n"
           << c.text;
  }
  ++totals.runs;
  totals.done += outcome.status == Status::kDone ? 1 : 0;
  totals.full += outcome.status == Status::kDriveFull ? 1 : 0;
  totals.over += outcome.status == Status::kEndOfLife ? 1 : 0;
  totals.retired += outcome.results.lifetime.retired_blocks;
  totals.filled += design.start.filled ? 1 : 0;
  totals.superblocks += c.superblocks ? 1 : 0;
}

TEST(ForwardProgress, EveryRunEndsAsItShould) {
  constexpr std::uint64_t kCases = 4000;
  const Slice slice = slice_of(1, kCases);
  const bool talks = from_environment("SSDC_TALK", 0) != 0;
  Totals totals;
  for (std::uint64_t seed = slice.first; seed < slice.end() && !testing::Test::HasFatalFailure(); ++seed) {
    if (talks) std::cerr << "seed " << seed << std::endl;
    check_case(seed, totals);
  }
  if (sliced()) return;
  EXPECT_GT(totals.filled, 200U);
  EXPECT_GT(totals.superblocks, 300U);
  EXPECT_GT(totals.done, 1000U);
  EXPECT_GT(totals.full, 25U);
  EXPECT_GT(totals.over, 1000U);
  EXPECT_GT(totals.retired, 5000U);
}

}  // namespace
}  // namespace ssd::differential
