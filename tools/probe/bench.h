// How a drive is measured: reads one at a time or two at once, in an order without meaning, with pauses long enough
// that nothing of one measurement is left when the next begins. Every function throws Stopped where the drive does not
// go on, and TooSlow where even a long pause is too short for it.
#pragma once
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "tools/probe/device.h"

namespace ssd::probe {

struct Stopped {};
struct TooSlow {};

// What it cost.
struct Effort {
  u64 reads = 0, writes = 0, read_bytes = 0, written_bytes = 0;
};

// Two byte offsets.
struct Pair {
  u64 first = 0, second = 0;
};

// Where something was written.
struct Extent {
  u64 offset = 0, bytes = 0;
};

// [0, count) in an order that depends on the generator only: the same with every standard library.
std::vector<u64> shuffled(u64 count, std::mt19937_64& random);

class Bench {
 public:
  // `seed`: of the order in which things are measured and of the places that are drawn.
  Bench(const Device& device, u64 seed) : device_(device), random_(seed) {}

  u64 bytes() const { return device_.bytes; }
  u64 sector() const { return device_.sector; }
  const Effort& effort() const { return effort_; }
  // Of every write so far, in order.
  const std::vector<Extent>& written() const { return written_; }
  std::mt19937_64& random() { return random_; }

  // Response times in ns of reads of so many bytes, each alone.
  std::vector<Time> alone(std::span<const u64> offsets, u64 bytes);
  // Of two reads that are issued together, the second of the pair first (in ascending order they could be taken for a
  // sequential stream): the time until both are complete.
  std::vector<Time> together(std::span<const Pair> pairs, u64 bytes);
  // Writes one after another, each when all is quiet.
  void write(std::span<const u64> offsets, u64 bytes);
  // Fills [from, to) in ascending order with large requests.
  void fill(u64 from, u64 to);
  // Response time of a read of a sector that is issued behind reads of a sector each, at the same moment.
  Time read_behind(u64 offset, std::span<const u64> reads);
  // A write at each offset, each behind such reads, at a moment that is drawn from [after, 2 after) since they were
  // issued: a drive that chooses the place when a write comes then knows that they are at work, and no two writes come
  // at the same point of their course.
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
