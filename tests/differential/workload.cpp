// The requests of a random case: few, with many overwrites, so that collections, conflicts between requests and ties
// are frequent. Also the case as files.
#include <fmt/format.h>

#include <algorithm>

#include "tests/differential/random_case.h"

namespace ssd::differential {
namespace {

struct Mixture {
  int64_t longest, read_percent, gap;
  int aligned, sequential, trims;  // percent
};

Mixture choose_mixture(Random& random) {
  return {.longest = pick<int64_t>(random, {1, 4, 20, 60}),
          .read_percent = between(random, 0, 90),
          .gap = pick<int64_t>(random, {0, 500, 20'000, 120'000, 600'000}),
          .aligned = pick(random, {0, 0, 50, 100}),
          .sequential = pick(random, {0, 0, 30, 80}),
          .trims = pick(random, {0, 0, 0, 4, 20})};
}

// Gaps are often 0, and often a multiple of the flash's times.
Time gap(Random& random, int64_t typical) {
  if (typical == 0 || chance(random, 30)) return 0;
  return static_cast<Time>(chance(random, 30) ? typical : between(random, 0, 2 * typical));
}

oracle::HostRequest request(Random& random, const Mixture& m, const GeometryChoices& g, int64_t sectors,
                            int64_t previous_end) {
  // Anywhere, in the first quarter, or in the first few pages.
  const int64_t within =
      pick<int64_t>(random, {sectors, sectors, sectors / 4, std::min(sectors, 6 * g.sectors_per_page)});
  int64_t first = between(random, 0, std::max<int64_t>(1, within) - 1), length = between(random, 1, m.longest);
  if (chance(random, m.sequential) && previous_end < sectors) first = previous_end;
  const bool is_trim = chance(random, m.trims);
  if (is_trim) length += g.sectors_per_page;
  if (chance(random, m.aligned)) {
    first = first / g.sectors_per_page * g.sectors_per_page;
    length = (length + g.sectors_per_page - 1) / g.sectors_per_page * g.sectors_per_page;
  }
  return {.sector = first,
          .sectors = std::min(length, sectors - first),
          .is_read = !is_trim && chance(random, static_cast<int>(m.read_percent)),
          .is_trim = is_trim};
}

}  // namespace

constexpr int64_t kMostPages = 2500;  // limit over all requests, because the oracle is slow

// One in twenty has at least 600 requests, so that many batches of the engine (128 requests each) follow each other.
void choose_workload(Random& random, RandomCase& c) {
  const int64_t sectors = logical_pages(c.choices) * c.choices.geometry.sectors_per_page;
  const int64_t count = chance(random, 5) ? between(random, 600, 1800) : between(random, 1, 400);
  const Mixture mixture = choose_mixture(random);
  if (chance(random, 30)) c.workload.closed = between(random, 1, 12);
  const int64_t longest_think = chance(random, 50) ? 0 : between(random, 1, 90'000);
  const bool constant_think = chance(random, 50);
  Time arrival = 0;
  int64_t end = 0, pages = 0;
  for (int64_t i = 0; i < count && pages < kMostPages; ++i) {
    arrival += gap(random, mixture.gap);
    oracle::HostRequest r = request(random, mixture, c.choices.geometry, sectors, end);
    r.arrival = c.workload.closed == 0
                    ? arrival
                    : static_cast<Time>(constant_think ? longest_think : between(random, 0, longest_think));
    r.handle = between(random, 0, c.choices.space.by_handle ? c.choices.space.streams - 1 : 2);
    end = r.sector + r.sectors;
    pages += 1 + r.sectors / c.choices.geometry.sectors_per_page;
    c.workload.requests.push_back(r);
  }
}

void fit_workload(RandomCase& c) {
  const int64_t sectors = logical_pages(c.choices) * c.choices.geometry.sectors_per_page;
  for (oracle::HostRequest& r : c.workload.requests) {
    if (c.choices.space.by_handle) r.handle %= c.choices.space.streams;
    r.sector %= sectors;
    r.sectors = std::min(r.sectors, sectors - r.sector);
  }
}

namespace {

// Sectors of a trace have 512 bytes. Only the text of blkparse has trims ("D"), flushes ("FN") and forced writes
// ("WF").
std::string trace_line(const oracle::HostRequest& r, int64_t scale, bool blkparse, std::size_t number) {
  if (!blkparse)
    return fmt::format("{} 0 {} {} {}\n", r.arrival, r.sector * scale, r.sectors * scale, r.is_read ? 1 : 0);
  if (r.is_flush)
    return fmt::format("8,0 0 {} {}.{:09} 1 Q FN [case]\n", number, r.arrival / 1'000'000'000,
                       r.arrival % 1'000'000'000);
  return fmt::format("8,0 0 {} {}.{:09} 1 Q {} {} + {} [case]\n", number, r.arrival / 1'000'000'000,
                     r.arrival % 1'000'000'000,
                     r.is_trim     ? "D"
                     : r.is_read   ? "R"
                     : r.is_forced ? "WF"
                                   : "W",
                     r.sector * scale, r.sectors * scale);
}

}  // namespace

std::string file_texts(const RandomCase& c) {
  const bool blkparse =
      std::ranges::any_of(c.workload.requests, [](const auto& r) { return r.is_trim || r.is_flush || r.is_forced; });
  const oracle::Workload& w = c.workload;
  std::string text = "--- case.ssd\n" + c.text();
  if (w.closed != 0) text += "// The trace's times are think times here, which a trace cannot say.\n";
  text += fmt::format("workload Case {{ trace: \"case.trace\" format: {}{} }}\n--- case.trace\n",
                      blkparse ? "blkparse" : "ssdsim", w.closed == 0 ? "" : fmt::format(" closed: {}", w.closed));
  for (std::size_t i = 0; i < w.requests.size(); ++i) {
    text += trace_line(w.requests[i], c.choices.geometry.sector_bytes / 512, blkparse, i + 1);
  }
  return text;
}

}  // namespace ssd::differential
