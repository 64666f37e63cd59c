// The part of a drive that is probed. It is written in such a way that reads find its pages in the flash and not in a
// buffer.
#pragma once
#include <span>

#include "tools/probe/bench.h"

namespace ssd::probe {

class Ground {
 public:
  // Writes the beginning of the drive and much behind it, and checks whether that changes how the beginning is read.
  explicit Ground(Bench& bench);

  bool buffered() const { return buffered_; }
  Time noise() const { return noise_; }
  // The number of bytes from 0 on that were written at the start.
  u64 written() const { return first_; }
  // Continues to write in order behind all that was written, until `chunks` chunks from 0 on hold data or the drive
  // ends. Returns how many do.
  u64 reach(u64 chunks, u64 bytes);
  // The number of bytes from 0 on that lay() may write: half of the drive, if the rest is needed to drive data out of a
  // buffer.
  u64 most() const { return buffered_ ? bench_.bytes() / 2 : bench_.bytes(); }
  // Writes chunks of `bytes` bytes in the given order, each when the one before is complete, and then as much behind
  // them as drives them out of the buffer. All writes are issued one by one, so that the drive does not place several
  // at a time.
  void lay(std::span<const u64> chunks, u64 bytes);
  // Writes some of the first chunks again until all places of a period were written equally often. Units that a period
  // fills evenly are then evenly filled.
  void even_out(u64 period, u64 bytes);

 private:
  void look_for_buffer();
  void drive_out(u64 chunk);

  Bench& bench_;
  // In bytes: written first; written in total, from 0 on; needed to drive earlier data out of the buffer.
  u64 first_ = 0, filled_ = 0, behind_ = 0;
  bool buffered_ = false;
  Time noise_ = 0;
};

}  // namespace ssd::probe
