// Snapshot files: a DriveState on disk (S70). Invariants: a file is written whole or not at all; one that was cut off,
// altered, or written for another drive is never read as something else, whoever made it, and takes no more memory than
// a state of the wanted shape.
//
// Layout, all numbers little-endian u64: magic, version, the shape, which optional parts there are, how many units and
// free blocks, the length of the frame, a CRC-32 of all that; a zstd frame with the arrays of DriveState one after
// another; a CRC-32 of the frame.
#pragma once
#include <string>

#include "runtime/run/drive_state.h"

namespace ssd::run {

inline constexpr u64 kSnapshotVersion = 2;

struct SnapshotReading {
  enum class Fault : std::uint8_t {
    kNone,
    kUnreadable,  // why: `reason`
    kForeign,     // no snapshot at all
    kVersion,     // of another version of the format
    kTruncated,
    kDamaged,     // how: `reason`
    kOtherDrive,  // `difference`: the snapshot's, and what is wanted
  };
  Fault fault = Fault::kNone;
  std::string reason;
  u64 version = 0;
  ShapeDifference difference;
  u64 bytes = 0, bytes_stated = 0;  // of the file, and what it says of itself
  DriveState state;                 // sound, if there is no fault
  u32 checksum = 0;                 // of its contents
};
SnapshotReading read_snapshot(const std::string& path, const DriveShape& wanted);

// Beside the place, then renamed, once it is on the disk; an older file of that name is kept if that fails. Only
// regular files can be replaced so.
struct SnapshotWriting {
  int error = 0;  // the system's, if it failed
  u64 bytes = 0;
  u32 checksum = 0;
};
SnapshotWriting write_snapshot(const std::string& path, const DriveState& state);

}  // namespace ssd::run
