// The snapshot file that a run starts from (start.snapshot), and the diagnostics for one that cannot be used.
#pragma once
#include <span>

#include "runtime/base/environment.h"
#include "runtime/run/drive_state.h"

namespace ssd::run {

// The state in the snapshot that the design names, sound and fit for the design, and the checksum of its file. Nothing
// after a diagnostic.
struct SnapshotStart {
  DriveState state;
  u32 checksum = 0;
};
std::optional<SnapshotStart> read_snapshot_of(Environment& environment, const Plan& plan);

// Whether a snapshot can be written to `path`, as far as this is known before the run, without replacing one of the
// files `inputs`. False after a diagnostic.
bool can_be_saved(Environment& environment, const std::string& path, std::span<const std::string> inputs);
// False after a diagnostic.
bool save_snapshot(Environment& environment, const std::string& path, const DriveState& state);

}  // namespace ssd::run
