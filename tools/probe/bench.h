// Measures response times of a drive: of single reads, or of two reads at once, in random order, with pauses long
// enough that one measurement does not affect the next. Every function throws Stopped if the drive stops, and TooSlow
// if even the longest pause is too short for it.
#pragma once
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "tools/probe/device.h"

namespace ssd::probe {

struct Stopped {};
struct TooSlow {};

// The requests that the probe has issued.
struct Effort {
  u64 reads = 0, writes = 0, read_bytes = 0, written_bytes = 0;
};

// Two byte offsets.
struct Pair {
  u64 first = 0, second = 0;
};

// A range that was written.
struct Extent {
  u64 offset = 0, bytes = 0;
};

// The numbers [0, count) in random order. The order depends only on the generator: every standard library gives the
// same one.
std::vector<u64> shuffled(u64 count, std::mt19937_64& random);

class Bench {
 public:
  // `seed`: for the order of measurements and for randomly chosen places.
  Bench(const Device& device, u64 seed) : device_(device), random_(seed) {}

  u64 bytes() const { return device_.bytes; }
  u64 sector() const { return device_.sector; }
  const Effort& effort() const { return effort_; }
  // All writes so far, in order.
  const std::vector<Extent>& written() const { return written_; }
  std::mt19937_64& random() { return random_; }

  // Response times in ns of reads of `bytes` bytes, each alone.
  std::vector<Time> alone(std::span<const u64> offsets, u64 bytes);
  // For each pair the time until both of two reads are complete, ns. They are issued together, the second place of the
  // pair first: in ascending order the drive could take them for a sequential stream.
  std::vector<Time> together(std::span<const Pair> pairs, u64 bytes);
  // Writes one after another, each when the drive is idle.
  void write(std::span<const u64> offsets, u64 bytes);
  // Writes [from, to) in ascending order with large requests.
  void fill(u64 from, u64 to);
  // The response time of a read of a sector that is issued at the same moment as `reads`, behind them. Each of these
  // reads a sector.
  Time read_behind(u64 offset, std::span<const u64> reads);
  // Writes at each offset, each write behind reads of a sector each. The write is issued at a random moment of [after,
  // 2 after) after the reads. So a drive that chooses a place when the write arrives can know that the reads are in
  // progress, and no two writes arrive at the same point of the reads.
  void write_behind(std::span<const u64> offsets, u64 bytes, std::span<const u64> reads, Time after);

 private:
  struct Burst {
    Access accesses[2];
    u64 count;
  };
  std::vector<Time> measure(std::vector<Burst> bursts);
  std::vector<Time> issue(std::span<const Access> accesses);
  void append(std::vector<Access>& accesses, std::span<const u64> reads, const Access& last) const;
  bool lengthen(std::span<const Time> responses);

  const Device& device_;
  std::mt19937_64 random_;
  Effort effort_;
  std::vector<Extent> written_;
  Time pause_ = 1'000'000'000;
};

}  // namespace ssd::probe
