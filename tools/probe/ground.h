// The part of a drive that is probed: how it is written, so that its pages are in the flash when they are read and not
// in some buffer.
#pragma once
#include <span>

#include "tools/probe/bench.h"

namespace ssd::probe {

class Ground {
 public:
  // Writes the beginning of the drive and much behind it, and looks whether that changes how the beginning is read.
  explicit Ground(Bench& bench);

  bool buffered() const { return buffered_; }
  Time noise() const { return noise_; }
  // Bytes from 0 on that hold data since the beginning.
  u64 written() const { return first_; }
  // Writes on in order behind all that was, until so many chunks from 0 on hold data or the drive ends; how many do.
  u64 reach(u64 chunks, u64 bytes);
  // Bytes from 0 on that may be written by lay(): half of the drive if what is read must be driven out of a buffer.
  u64 most() const { return buffered_ ? bench_.bytes() / 2 : bench_.bytes(); }
  // Writes chunks of so many bytes in the order of their numbers here, each when the one before is done, and then as
  // much behind them as drives them out of the buffer: one by one, too, so that the drive does not place several at a
  // time.
  void lay(std::span<const u64> chunks, u64 bytes);
  // Writes some of the first chunks again until as many were written to each place of a period: then units that a
  // period fills evenly were filled evenly.
  void even_out(u64 period, u64 bytes);

 private:
  void look_for_buffer();
  void drive_out(u64 chunk);

  Bench& bench_;
  u64 first_ = 0, filled_ = 0,
      behind_ =
          0;  // bytes: written first; written at all, from 0 on; that drive what was written before out of the buffer
  bool buffered_ = false;
  Time noise_ = 0;
};

}  // namespace ssd::probe
