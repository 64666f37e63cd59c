// `--shard K/N`: which points of an experiment the K-th of N processes runs.
#pragma once
#include <cstdint>
#include <vector>

namespace ssd::study {

struct Shard {
  std::uint64_t number = 0, count = 0;  // 1 <= number <= count; both 0: the experiment is not divided
  bool is_part() const { return count != 0; }
};

// The shard's part of the chosen points. The parts of all N shards are disjoint, contain each chosen point, and differ
// by at most one point in size. Points are dealt in an order that depends only on their numbers and looks random: so
// each shard gets its share of the long runs, whatever axis makes them long.
std::vector<bool> points_of_shard(std::vector<bool> chosen, const Shard& shard);

}  // namespace ssd::study
