// Conservation laws: see check.h.
#include "runtime/simulation/check.h"

#include <fmt/format.h>

namespace ssd::simulation {
namespace {

using Findings = std::vector<std::string>;

void check_busy(const char* what, const std::vector<results::Busy>& list, Findings& found) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].total() > 1.0 + 1e-12) found.push_back(fmt::format("{} {} was busy {:.6f} of the time", what, i, list[i].total()));
  }
}

// Every logical page points to a physical page that points back, and no block holds more or fewer valid pages than it counts.
void check_map(const State& s, const Config& c, Findings& found) {
  std::vector<u32> valid(std::size_t{c.total_planes} * c.blocks);
  for (u64 lpn = 0; lpn < c.logical_pages; ++lpn) {
    if (s.l2p[lpn] == kNoPage) continue;
    ++valid[s.l2p[lpn] / c.pages];
    if (s.p2l[s.l2p[lpn]] != lpn) found.push_back(fmt::format("logical page {} and its physical page {} disagree", lpn, s.l2p[lpn]));
  }
  for (std::size_t b = 0; b < valid.size(); ++b) {
    const u32 counted = s.valid[b] & ~u32{kNotEligible};
    if (counted != valid[b]) found.push_back(fmt::format("block {} counts {} valid pages and has {}", b, counted, valid[b]));
  }
}

// Free pages of a plane = those of its free blocks and what its active blocks have left.
void check_space(const State& s, const Config& c, Findings& found) {
  for (u32 p = 0; p < c.total_planes; ++p) {
    const PlaneSpace& space = s.space[p];
    u64 free = u64{space.free_count} * c.pages;
    if (space.host_block != kNone) free += c.pages - space.host_page;
    if (space.collection_block != kNone) free += c.pages - space.collection_page;
    if (free != space.free_pages) found.push_back(fmt::format("plane {} counts {} free pages and has {}", p, space.free_pages, free));
    if (space.free_count == 0) found.push_back(fmt::format("plane {} has given away its reserve block", p));
  }
}

void check_completion(const State& s, const results::Results& r, u64 requests, Findings& found) {
  const u64 completed = r.host.completed[0] + r.host.completed[1];
  if (completed != requests) found.push_back(fmt::format("{} of {} requests completed", completed, requests));
  if (s.ops_available != s.op_capacity) found.push_back(fmt::format("{} flash operations were never carried out", s.op_capacity - s.ops_available));
  if (r.flash.collection_reads != r.flash.collection_programs) {
    found.push_back(fmt::format("collection read {} pages and programmed {}", r.flash.collection_reads, r.flash.collection_programs));
  }
  if (r.flash.erases != r.flash.collections) found.push_back(fmt::format("{} collections made {} erases", r.flash.collections, r.flash.erases));
  if (r.erases.total != r.flash.erases) found.push_back(fmt::format("blocks count {} erases, the flash {}", r.erases.total, r.flash.erases));
}

}  // namespace

std::vector<std::string> check_conservation(const State& s, const Config& c, const results::Results& r, u64 requests, bool complete) {
  Findings found;
  check_busy("channel", r.channels, found);
  check_busy("chip", r.chips, found);
  check_busy("die", r.dies, found);
  check_busy("plane", r.planes, found);
  check_map(s, c, found);
  check_space(s, c, found);
  if (complete) check_completion(s, r, requests, found);
  return found;
}

}  // namespace ssd::simulation
