// Fuzz target: a snapshot file of a small drive (the first byte), which another run has left. The second byte chooses
// what happens to it: parts of its state get other values before it is written, so that its checksums fit; or bytes of
// the file are altered; or the rest of the input is the file. An altered file is refused. What is refused has a reason
// and leaves no state. What is accepted is written again as the same bytes, and a drive whose design it fits runs from
// it without breaking a conservation law.
#include "runtime/run/snapshot.h"

#include <fmt/format.h>

#include <map>

#include "runtime/abi/random.h"
#include "runtime/run/fault.h"
#include "tests/fuzz/drives.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

using run::DriveState;
using run::SnapshotReading;
using Fault = SnapshotReading::Fault;

constexpr u64 kRequests = 60;

run::Load load_of(const Plan& plan, u64 seed) {
  const u64 per_page = plan.geometry.page_bytes / plan.geometry.sector_bytes;
  Xoshiro256 random(seed);
  std::vector<Request> requests;
  for (u64 i = 0; i < kRequests; ++i) {
    const u64 kind = random.below(8), lpn = random.below(plan.logical_pages());
    const Direction direction = kind == 0 ? Direction::kTrim : kind < 3 ? Direction::kRead : Direction::kWrite;
    const bool in_part = per_page > 1 && random.below(4) == 0;
    requests.push_back({i * 100'000, lpn * per_page, static_cast<u32>(in_part ? 1 : per_page), direction});
  }
  return {.requests = std::move(requests), .seed = seed};
}

run::Outcome run_from(const Plan& plan, const DriveState* start, u64 seed) {
  run::Options options;
  options.check = options.keep_state = true;
  options.start = start;
  options.first_operations = options.first_slots = 64;
  return run::run(plan, generic_engine(), load_of(plan, seed), options);
}

// The state that a run of the drive leaves; empty if its life ended.
const DriveState& used(u64 number) {
  static std::map<const Plan*, DriveState> known;
  const Plan& plan = drive(number).plan;
  const auto [at, is_new] = known.try_emplace(&plan);
  if (is_new) at->second = run_from(plan, nullptr, 1).state;
  return at->second;
}

template <class T>
void set_one(std::vector<T>& list, u64 at, u64 value) {
  if (!list.empty()) list[at % list.size()] = static_cast<T>(value);
}

// Changes one number of the state.
void change(DriveState& state, Input& input) {
  const u64 what = input.below(14), at = input.number(2), value = input.number(4);
  switch (what) {
    case 0: set_one(state.map, at, value); break;
    case 1: set_one(state.written, at, value); break;
    case 2: set_one(state.erases, at, value); break;
    case 3: set_one(state.ages, at, value << (at % 32)); break;
    case 4: set_one(state.retired, at, value); break;
    case 5: set_one(state.free_counts, at, value); break;
    case 6: set_one(state.free_blocks, at, value); break;
    case 7: state.active[at % state.active.size()].block = static_cast<u32>(value); break;
    case 8: state.active[at % state.active.size()].page = static_cast<u32>(value); break;
    case 9: state.write_number = value << (at % 32); break;
    case 10: state.units = value; break;
    case 11: set_one(state.given, at, value); break;
    case 12: state.write_back_turn = static_cast<u32>(value); break;
    default: state.free_blocks.resize(at % (state.shape.total_blocks() + 2)); break;
  }
}

std::string broken_run(const Plan& plan, const DriveState& state) {
  if (run::misfit(state, plan).kind != run::Misfit::Kind::kNone) return "";
  const run::Outcome outcome = run_from(plan, &state, 2);
  return run::fault(outcome, plan, 2);
}

std::string broken_reading(const Plan& plan, const std::string& path, const DriveState* stored, bool altered) {
  const SnapshotReading read = run::read_snapshot(path, run::shape_of(plan.config));
  if (read.fault != Fault::kNone) {
    if (!(read.state == DriveState{})) return "a refused file leaves a state";
    return read.fault == Fault::kDamaged && read.reason.empty() ? "a damaged file was refused without a reason" : "";
  }
  if (altered) return "an altered file was accepted";
  if (stored != nullptr && !(read.state == *stored)) return "a state was read as another one";
  const std::string again = scratch_folder() + "/again.snap", before = bytes_of_file(path);
  if (run::write_snapshot(again, read.state).error != 0) return "an accepted state cannot be written";
  if (stored != nullptr && bytes_of_file(again) != before) return "an accepted state is written as other bytes";
  return broken_run(plan, read.state);
}

std::string broken_state(const Plan& plan, DriveState state, const std::string& path, Input& input) {
  while (!input.empty()) change(state, input);
  if (run::write_snapshot(path, state).error != 0) return "a state cannot be written";
  return broken_reading(plan, path, &state, false);
}

std::string broken_file(const Plan& plan, const DriveState& state, const std::string& path, Input& input) {
  static MemoryFile file;
  run::write_snapshot(path, state);
  const std::string before = bytes_of_file(path);
  std::string after = before;
  if (input.below(2) == 0) after.resize(input.number(2) % (after.size() + 1));
  after[input.number(2) % std::max<std::size_t>(after.size(), 1)] ^= static_cast<char>(input.byte());
  after += input.rest();
  file.put(after);
  return broken_reading(plan, file.path(), after == before ? &state : nullptr, after != before);
}

}  // namespace

std::string broken_by_snapshot(std::string_view bytes) {
  static MemoryFile file;
  static const std::string path = scratch_folder() + "/drive.snap";
  Input input(bytes);
  const u64 number = input.byte();
  const Plan& plan = drive(number).plan;
  const DriveState& state = used(number);
  switch (input.below(3)) {
    case 0: return broken_state(plan, state, path, input);
    case 1: return broken_file(plan, state, path, input);
    default: file.put(input.rest()); return broken_reading(plan, file.path(), nullptr, false);
  }
}

}  // namespace ssd::fuzz
