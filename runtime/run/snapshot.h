// Snapshot files: a DriveState on disk (start.snapshot). Invariants: a file is written whole or not at all; a file that
// was truncated, altered, or written for another drive is never accepted, whoever made it, and reading it takes no more
// memory than a state of the wanted shape.
//
// Layout, all numbers little-endian u64: magic, version, the shape, which optional parts are present, the numbers of
// units and of free blocks, the length of the frame, a CRC-32 of all this; a zstd frame with the arrays of DriveState
// one after another; a CRC-32 of the frame.
#pragma once
#include <string>

#include "runtime/run/drive_state.h"

namespace ssd::run {

inline constexpr u64 kSnapshotVersion = 4;

struct SnapshotReading {
  enum class Fault : std::uint8_t {
    kNone,
    kUnreadable,  // `reason` says why
    kForeign,     // not a snapshot
    kVersion,     // written in another version of the format
    kTruncated,
    kDamaged,     // `reason` says how
    kOtherDrive,  // `difference` has the snapshot's shape and the wanted one
  };
  Fault fault = Fault::kNone;
  std::string reason;
  u64 version = 0;
  ShapeDifference difference;
  u64 bytes = 0, bytes_stated = 0;  // of the file, and as its head states
  DriveState state;                 // sound if there is no fault
  u32 checksum = 0;                 // of its contents
};
SnapshotReading read_snapshot(const std::string& path, const DriveShape& wanted);

// Writes the file beside its destination and renames it once it is on the disk; if that fails, an older file of that
// name is kept. Only regular files can be replaced in this way.
struct SnapshotWriting {
  int error = 0;  // errno if it failed, otherwise 0
  u64 bytes = 0;
  u32 checksum = 0;
};
SnapshotWriting write_snapshot(const std::string& path, const DriveState& state);

}  // namespace ssd::run
