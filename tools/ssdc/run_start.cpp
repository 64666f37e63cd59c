// See run_start.h.
#include "tools/ssdc/run_start.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "runtime/results/quantity.h"
#include "runtime/simulation/snapshot.h"
#include "tools/ssdc/output_file.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;
using diag::Code;
using simulation::Misfit;
using simulation::SnapshotReading;

std::string_view setting_of_snapshot(const Session& session) { return session.library ? "ssd_sim_save" : kSaveSnapshot; }

std::string write_again(const design::Design& design) {
  return fmt::format("write it again: `ssdc run … --save-snapshot {}`", design.start.snapshot_file);
}

// True if the file is not what it should be, which was then told.
bool report_unreadable(diag::Sink& sink, const design::Design& design, const SnapshotReading& r) {
  using Fault = SnapshotReading::Fault;
  const std::string& path = design.start.snapshot;
  const Span at = design.start.snapshot_span;
  switch (r.fault) {
    case Fault::kNone: return false;
    case Fault::kUnreadable:
      sink.report(Code::E0540, at, path, r.reason)
          .note({}, fmt::format("the path is relative to the .ssd file: `{}`", design.start.snapshot_file))
          .help(fmt::format("write it first, by a run of a drive of the shape of `{}` that begins otherwise: `ssdc run FILE:DESIGN --save-snapshot {}`",
                            design.name, design.start.snapshot_file));
      break;
    case Fault::kForeign: sink.report(Code::E0541, at, path).help("name a file that `ssdc run … --save-snapshot FILE` has written"); break;
    case Fault::kVersion: sink.report(Code::E0542, at, path, r.version, simulation::kSnapshotVersion).help(write_again(design) + ", with this ssdc"); break;
    case Fault::kTruncated: sink.report(Code::E0543, at, path, r.bytes, r.bytes_stated).help("copy the whole file, or " + write_again(design)); break;
    case Fault::kDamaged: sink.report(Code::E0544, at, path, r.reason).help("copy it again, or " + write_again(design)); break;
    case Fault::kOtherDrive:
      sink.report(Code::E0545, at, path, r.difference.here, design.name, r.difference.there)
          .note(design.span, fmt::format("`{}` is declared here", design.name))
          .help(fmt::format("name a snapshot of a drive like `{}`, or write one: `ssdc run … --save-snapshot FILE`", design.name));
      break;
  }
  return true;
}

bool report_misfit(diag::Sink& sink, const design::Design& design, const Misfit& misfit) {
  const std::string& path = design.start.snapshot;
  const Span at = design.start.snapshot_span;
  switch (misfit.kind) {
    case Misfit::Kind::kNone: return false;
    case Misfit::Kind::kMisplaced:
      sink.report(Code::E0546, at, misfit.lpn, misfit.plane, path, design.name, misfit.expected)
          .help("use the allocation that the snapshot was made with, or one that is `dynamic` or `write_order`");
      break;
    case Misfit::Kind::kAges: sink.report(Code::E0547, at, path, design.name).help("write it with a design that reads `b.age`, too: " + write_again(design)); break;
    case Misfit::Kind::kRetired:
      sink.report(Code::E0548, at, path, results::counted_text(misfit.blocks, "block"), design.name)
          .help("give the part the `endurance` that the snapshot was made with");
      break;
  }
  return true;
}

}  // namespace

std::optional<SnapshotStart> read_snapshot_of(Session& session, const design::Design& design) {
  SnapshotReading reading = simulation::read_snapshot(design.start.snapshot_file, simulation::shape_of(design::config(design)));
  if (report_unreadable(session.sink, design, reading)) return std::nullopt;
  if (report_misfit(session.sink, design, simulation::misfit(reading.state, design))) return std::nullopt;
  return SnapshotStart{.state = std::move(reading.state), .checksum = reading.checksum};
}

bool can_be_saved(Session& session, const std::string& path, std::span<const std::string> inputs) {
  const std::string_view option = setting_of_snapshot(session);
  if (!is_file_for("a snapshot", path, option, session.sink)) return false;
  std::error_code none;
  const bool other = fs::exists(path, none) && !fs::is_regular_file(path, none) && !fs::is_directory(path, none);
  if (other) report_unwritable(path, ENOTSUP, option, session.sink);
  return !other && can_be_written(path, session.sink, option) && spares_inputs(path, inputs, ".snap", session.sink, option);
}

bool save_snapshot(Session& session, const std::string& path, const simulation::DriveState& state) {
  const int error = simulation::write_snapshot(path, state).error;
  if (error != 0) report_unwritable(path, error, setting_of_snapshot(session), session.sink);
  return error == 0;
}

}  // namespace ssd::cli
