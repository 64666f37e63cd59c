// Random small drives with indirection units, or word lines, and tables (table.events, 4): who hears all events knows
// the map, and events are as many as the counts of the run say.
#include <gtest/gtest.h>

#include <map>

#include "tests/unit/oracle_random_units.h"

namespace ssd::oracle {
namespace {

// What a listener knows of the map. A place is given as in Outcome::map.
class Listener {
 public:
  explicit Listener(Drive& drive) : places_(drive.places()) {
    drive.on_write = [this](const WriteEvent& w, Tables&) { written(w); };
    drive.on_trim = [this](const TrimEvent& t, Tables&) { map_.erase(t.lpn); };
    drive.on_move = [this](const MoveEvent& m, Tables&) { moved(m); };
    drive.on_erase = [this](const EraseEvent& b, Tables&) { erased(b); };
  }
  void expect(const Outcome& outcome) const {
    EXPECT_EQ(map_, outcome.map);
    EXPECT_EQ(writes_, outcome.held_units);
    EXPECT_EQ(moves_, outcome.moved_units);
  }

 private:
  void written(const WriteEvent& w) {
    ++writes_;
    EXPECT_EQ(w.is_new, !map_.contains(w.lpn));
    map_[w.lpn] = w.block * places_ + w.index;
  }
  void moved(const MoveEvent& m) {
    ++moves_;
    ++left_[m.block];
    EXPECT_EQ(map_.at(m.lpn) / places_, m.block);
    map_[m.lpn] = m.to * places_ + m.index;
  }
  void erased(const EraseEvent& b) {
    EXPECT_EQ(b.valid, left_[b.number]);
    EXPECT_EQ(b.valid + b.invalid, places_);
    left_[b.number] = 0;
    for (const auto& [lpn, place] : map_) EXPECT_NE(place / places_, b.number) << lpn;
  }

  std::int64_t places_, writes_ = 0, moves_ = 0;
  std::map<std::int64_t, std::int64_t> map_, left_;  // left_: by block, moves since its last erase
};

TEST(OracleUnitTablesRandom, WhoHearsAllEventsKnowsTheMap) {
  std::int64_t moved = 0, padding = 0, trimmed = 0, by_stream = 0, forced = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Drive drive = random_units::random_case(seed, 1 + seed % 4, seed % 4 == 0 ? 2 : 1 + seed / 4 % 2).drive;
    drive.placement = Placement::kWriteOrder;
    drive.preempt = nullptr, drive.preempt_page = drive.idle_on = drive.filled = false;
    if (drive.multiplane == Willing::kBlind) drive.multiplane = Willing::kWise;
    drive.read_unwritten_as_written = false;  // so nothing is preloaded
    Listener listener(drive);
    const Outcome outcome = simulate(drive, random_units::random_workload(seed, drive));
    ASSERT_FALSE(outcome.drive_full);
    listener.expect(outcome);
    moved += outcome.moved_units, padding += outcome.padding, trimmed += outcome.trimmed;
    by_stream += drive.collects_by_stream && drive.streams > 1, forced += outcome.forced_collections;
  }
  for (const std::int64_t count : {moved, padding, trimmed, by_stream, forced}) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace ssd::oracle
