// docs/validation.md, part C: reads beside random writes, with and without program and erase suspend, against FEMU
// (pull request 204).
//
// The clients are exact: one reader of depth 1 and four writers of depth 16 are 65 host queues of depth 1, whose
// requests all wait from time 0 on. So the next request of a queue is admitted when its last one is complete, and a
// read takes from the completion of the reader's last request to its own. A workload of the language has one kind of
// client; the nearest form there is `closed: 65` with a share of reads, or a trace of these requests.
//
// FEMU differs from what a design can express: it collects as soon as fewer than a quarter of its lines are free and
// some line has an eighth of its pages invalid. After two sequential passes over three quarters of the flash, this
// holds when an eighth of them was written again; then the pages of 40 blocks a plane are free. FEMU collects a line
// over all dies, which is a superblock of the device. The test also runs the same drive with planes that each collect
// by themselves.
#include <algorithm>
#include <random>

#include "runtime/run/simulation.h"
#include "tests/compile_text.h"
#include "tests/validation/figures.h"
#include "tools/api/simulator.h"

namespace ssd {
namespace {

constexpr u64 kDies = 64, kBlocks = 256, kPages = 256, kSectors = 8;
constexpr u64 kClients = 65, kReader = 0;
// Blocks of a plane: at the start, and when the first collection begins.
constexpr u64 kFreeBlocks = 64, kCollectedBelow = 40;

// Two sequential passes leave blocks that are valid as a whole, and the blocks of the first pass collected. The last
// pages are not written: see clients().
design::Design drive(bool suspend, bool by_line) {
  return compile_text(fmt::format(
      "design C {{ geometry {{ channels: 8 chips: 8 dies: 1 planes: 1 blocks: {} pages: {} page: 4KiB }} capacity {{ "
      "overprovision: 25% }}\n"
      "nand {{ read: 40us program: 200us erase: 2ms suspend: 10us bus {{ cycle: 0ns command_cycles: 0 }} }}\n"
      "allocation: write_order channel > chip > die > plane commands {{ suspend: {} }} gc {{ {} }}\n"
      "host {{ queues: {} queue: 1 read_unwritten: none }} start {{ state: filled {{ valid: 74.9% layout: sequential "
      "}} }} }}",
      kBlocks, kPages, suspend ? "always" : "never",
      by_line ? fmt::format("superblock: device trigger: free_pages < {}", kCollectedBelow * kPages * kDies)
              : fmt::format("trigger: free_pages < {}", kCollectedBelow * kPages),
      kClients));
}

// First every client writes until collections begin; then one of them reads `reads` pages, and the others write
// `writes` pages each. Request i belongs to queue i mod 65 (host.queues). A client that is done reads a page that was
// never written, which takes no time.
std::vector<Request> clients(const design::Design& design, u64 reads, u64 writes, u64& measured_from) {
  std::mt19937_64 random(7);
  const u64 written = design.config.logical_pages / 1000 * 998;
  const auto request = [&](u64 page, Direction direction) { return Request{0, page * kSectors, kSectors, direction}; };
  measured_from = (kFreeBlocks - kCollectedBelow) * kPages * kDies / kClients * kClients;
  std::vector<Request> list;
  for (u64 i = 0; i < measured_from; ++i) list.push_back(request(random() % written, Direction::kWrite));
  for (u64 round = 0; round < std::max(reads, writes); ++round) {
    for (u64 client = 0; client < kClients; ++client) {
      const bool done = round >= (client == kReader ? reads : writes);
      list.push_back(done ? request(design.config.logical_pages - 1, Direction::kRead)
                          : request(random() % written, client == kReader ? Direction::kRead : Direction::kWrite));
    }
  }
  return list;
}

struct Reads {
  std::vector<Time> sorted;
  double mean_us = 0;
  double us(double share) const {
    return static_cast<double>(sorted[static_cast<u64>(std::ceil(share * static_cast<double>(sorted.size()))) - 1]) /
           1000;
  }
};

// `reads` reads by the reader while the writers continue.
Reads measure(bool suspend, bool by_line, u64 reads, u64 writes) {
  const design::Design design = drive(suspend, by_line);
  u64 from = 0;
  const std::vector<Request> requests = clients(design, reads, writes, from);
  run::Options options;
  options.keep_times = options.check = true;
  const run::Outcome outcome = run::run(design, generic_engine(), {.requests = requests}, options);
  EXPECT_TRUE(outcome.violations.empty()) << outcome.violations.front();
  Reads result;
  for (u64 i = from + kReader; i < from + reads * kClients; i += kClients) {
    result.sorted.push_back(outcome.completions[i] - outcome.completions[i - kClients]);
    result.mean_us += static_cast<double>(result.sorted.back()) / 1000 / static_cast<double>(reads);
  }
  EXPECT_GT(outcome.completions[from + (writes - 1) * kClients + 1], outcome.completions[from + (reads - 1) * kClients])
      << "a writer finished before the reader";
  std::ranges::sort(result.sorted);
  return result;
}

// Agreement within a factor, in both directions.
void expect_factor(const std::string& what, double reference, double found, double factor) {
  expect_figure({'C', what, "FEMU, pull request 204", fmt::format("{:.0f} us", reference),
                 fmt::format("{:.0f} us", found), fmt::format("factor {}", factor)},
                found <= reference * factor && found >= reference / factor);
}

struct Unit {
  bool by_line;
  std::string name;
  double factor;            // allowed for medians and means
  double suspended_factor;  // the same with suspend
  double ratio_factor;
};

class Tails : public testing::TestWithParam<Unit> {};

TEST_P(Tails, OfReadsGoDownByOrdersOfMagnitudeWithSuspend) {
  const Unit& unit = GetParam();
  const u64 scale = full_size() ? 4 : 1;
  const std::string at = "by " + unit.name + ", ";
  const Reads plain = measure(false, unit.by_line, 2'000 * scale, 2'400 * scale);
  expect_factor(at + "no suspend, p50", 150, plain.us(0.5), unit.factor);
  expect_factor(at + "no suspend, p99", 55'800, plain.us(0.99), 1.5);
  expect_factor(at + "no suspend, mean", 1'295, plain.mean_us, unit.factor);
  const Reads suspended = measure(true, unit.by_line, 12'000 * scale, 700 * scale);
  expect_factor(at + "suspend 10 us, p50", 51, suspended.us(0.5), unit.suspended_factor);
  expect_factor(at + "suspend 10 us, p99", 140, suspended.us(0.99), unit.suspended_factor);
  expect_factor(at + "suspend 10 us, mean", 55, suspended.mean_us, unit.suspended_factor);
  const double theirs = 55'800.0 / 140, ours = plain.us(0.99) / suspended.us(0.99);
  expect_figure(
      {'C', at + "p99 without suspend over p99 with it", "FEMU, pull request 204", fmt::format("{:.0f}", theirs),
       fmt::format("{:.0f}", ours), fmt::format("factor {}", unit.ratio_factor)},
      ours >= theirs / unit.ratio_factor && ours <= theirs * unit.ratio_factor);
}

INSTANTIATE_TEST_SUITE_P(ValidationC, Tails,
                         testing::Values(Unit{true, "line", 1.5, 2, 2.5}, Unit{false, "plane", 5, 2, 2}));

}  // namespace
}  // namespace ssd
