// The file of the drive's state that a run begins with (S70), and what is said of one that does not do.
#pragma once
#include <span>

#include "runtime/base/environment.h"
#include "runtime/run/drive_state.h"

namespace ssd::run {

// The state of the snapshot that the design names, sound and fit for the design, and the checksum of its file. Nothing
// after a diagnostic.
struct SnapshotStart {
  DriveState state;
  u32 checksum = 0;
};
std::optional<SnapshotStart> read_snapshot_of(Environment& environment, const Plan& plan);

// Whether a snapshot can be written there, as far as can be told before the run, and takes the place of none of these
// files. False after a diagnostic.
bool can_be_saved(Environment& environment, const std::string& path, std::span<const std::string> inputs);
// False after a diagnostic.
bool save_snapshot(Environment& environment, const std::string& path, const DriveState& state);

}  // namespace ssd::run
