// See run_start.h.
#include "runtime/run/run_start.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/base/shell_word.h"
#include "runtime/run/snapshot.h"

namespace ssd::run {
namespace {

namespace fs = std::filesystem;
using diag::Code;

std::string_view setting_of_snapshot(const Environment& environment) {
  return environment.caller == Caller::kLibrary ? "ssd_sim_save" : kSaveSnapshot;
}

std::string write_again(const Plan& plan) {
  return fmt::format("write it again: `ssdc run … --save-snapshot {}`", shell_word(plan.start.snapshot_file));
}

// True after a diagnostic: the file cannot be used.
bool report_unreadable(diag::Sink& sink, const Plan& plan, const SnapshotReading& r) {
  using Fault = SnapshotReading::Fault;
  const std::string& path = plan.start.snapshot;
  const Span at = plan.start.snapshot_span;
  switch (r.fault) {
    case Fault::kNone: return false;
    case Fault::kUnreadable:
      sink.report(Code::E0540, at, path, r.reason)
          .note({}, fmt::format("the path is relative to the .ssd file: `{}`", plan.start.snapshot_file))
          .help(fmt::format(
              "write it first, by a run of a drive of the same shape as `{}` that does not start from it: `ssdc run "
              "FILE:DESIGN --save-snapshot {}`",
              plan.name, plan.start.snapshot_file));
      break;
    case Fault::kForeign:
      sink.report(Code::E0541, at, path).help("name a file written by `ssdc run … --save-snapshot FILE`");
      break;
    case Fault::kVersion:
      sink.report(Code::E0542, at, path, r.version, kSnapshotVersion).help(write_again(plan) + ", with this ssdc");
      break;
    case Fault::kTruncated:
      sink.report(Code::E0543, at, path, r.bytes, r.bytes_stated).help("copy the whole file, or " + write_again(plan));
      break;
    case Fault::kDamaged:
      sink.report(Code::E0544, at, path, r.reason).help("copy it again, or " + write_again(plan));
      break;
    case Fault::kOtherDrive:
      sink.report(Code::E0545, at, path, r.difference.here, plan.name, r.difference.there)
          .note(plan.span, fmt::format("`{}` is declared here", plan.name))
          .help(fmt::format("name a snapshot of a drive like `{}`, or write one: `ssdc run … --save-snapshot FILE`",
                            plan.name));
      break;
  }
  return true;
}

bool report_misfit(diag::Sink& sink, const Plan& plan, const Misfit& misfit) {
  const std::string& path = plan.start.snapshot;
  const Span at = plan.start.snapshot_span;
  switch (misfit.kind) {
    case Misfit::Kind::kNone: return false;
    case Misfit::Kind::kMisplaced:
      sink.report(Code::E0546, at, misfit.lpn, misfit.plane, path, plan.name, misfit.expected)
          .help("use the allocation that the snapshot was made with, or one that is `dynamic` or `write_order`");
      break;
    case Misfit::Kind::kAges:
      sink.report(Code::E0547, at, path, plan.name)
          .help("let the design that makes it read `b.age`, too, and " + write_again(plan));
      break;
    case Misfit::Kind::kReserve:
      sink.report(Code::E0556, at, path, misfit.plane, counted_text(misfit.blocks, "free block"), plan.name,
                  plan.config.reserve)
          .help("make the snapshot with this design, or leave `gc { stream(m) }` out");
      break;
    case Misfit::Kind::kRetired:
      sink.report(Code::E0548, at, path, counted_text(misfit.blocks, "block"), plan.name)
          .help("give the part the `endurance` that the snapshot was made with");
      break;
  }
  return true;
}

}  // namespace

std::optional<SnapshotStart> read_snapshot_of(Environment& environment, const Plan& plan) {
  SnapshotReading reading = read_snapshot(plan.start.snapshot_file, shape_of(plan.config));
  if (report_unreadable(environment.sink, plan, reading)) return std::nullopt;
  if (report_misfit(environment.sink, plan, misfit(reading.state, plan))) return std::nullopt;
  return SnapshotStart{.state = std::move(reading.state), .checksum = reading.checksum};
}

bool can_be_saved(Environment& environment, const std::string& path, std::span<const std::string> inputs) {
  const std::string_view option = setting_of_snapshot(environment);
  if (!is_file_for("a snapshot", path, option, environment.sink)) return false;
  std::error_code none;
  const bool other = fs::exists(path, none) && !fs::is_regular_file(path, none) && !fs::is_directory(path, none);
  if (other) report_unwritable(path, ENOTSUP, option, environment.sink);
  return !other && can_be_written(path, environment.sink, option) &&
         spares_inputs(path, inputs, ".snap", environment.sink, option);
}

bool save_snapshot(Environment& environment, const std::string& path, const DriveState& state) {
  const int error = write_snapshot(path, state).error;
  if (error != 0) report_unwritable(path, error, setting_of_snapshot(environment), environment.sink);
  return error == 0;
}

}  // namespace ssd::run
