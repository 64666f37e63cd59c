// The oracle's clock: what happens when, instant by instant as rule 1 says. A flash operation is nothing but a list of phases, carried
// out one after another in its unit; the invariant is that a unit serves one operation at a time, a channel one tenure, a plane one
// array phase.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/oracle/flash.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/space.h"

namespace ssd::oracle {

enum class PhaseKind { kCommand, kCommandAndDataIn, kDataOut, kArray };  // kCommand: of a read or an erase

struct Phase {
  PhaseKind kind;
  Time length;
  std::function<void()> at_end = [] {};
};

// A read, a program or a whole collection. Between two phases it waits for the channel, unless the next one is an array phase.
struct Operation {
  std::int64_t sequence, plane;
  bool overtakes;             // a read: not bound to the plane's order (rule 3)
  bool is_collection;
  std::optional<Time> ready;  // of the phase in front; none while a program waits for its read-modify-write read
  std::deque<Phase> phases;   // those not yet ended
  bool running = false;       // the phase in front
  Time phase_end = 0;
};

struct Unit {
  std::optional<std::int64_t> holder;     // from its first command to the end of its last phase
  std::set<std::int64_t> reads;           // not yet begun
};

class Timing {
 public:
  Timing(const Drive& drive, const Workload& workload);
  Outcome run();

 private:
  void preload();
  bool end_phases();
  bool admit_requests();
  bool decide_on_channels();
  std::optional<Time> next_instant() const;

  void end_phase(Operation& operation);
  void start_phase(Operation& operation);
  void release(const Operation& operation);
  void account(const Operation& operation, const Phase& phase);
  void account_chip(std::int64_t chip, const Operation& operation, Time length);

  std::optional<std::int64_t> choose(std::int64_t channel) const;
  std::vector<std::int64_t> candidates(std::int64_t unit) const;
  std::optional<std::int64_t> oldest(std::int64_t channel, bool data_out) const;
  bool goes_before(const Operation& one, const Operation& other) const;

  void admit(std::int64_t request);
  void read_page(std::int64_t request, std::int64_t lpn, std::int64_t sectors);
  void write_page(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& covered);
  std::optional<std::int64_t> read_old_page(std::int64_t lpn, const std::set<std::int64_t>& covered);
  std::int64_t add_read(std::int64_t lpn, std::int64_t sectors, std::function<void()> at_end);
  std::int64_t add_program(std::int64_t request, std::int64_t lpn, const std::set<std::int64_t>& covered);
  void add_collections(std::int64_t plane, const std::vector<Collection>& collections);
  bool not_yet_programmed(std::int64_t lpn) const;
  void complete_page(std::int64_t request);

  std::int64_t unit_of(std::int64_t plane) const;
  std::int64_t chip_of(std::int64_t plane) const { return plane / (drive_.planes * drive_.dies); }
  std::int64_t channel_of(std::int64_t plane) const { return chip_of(plane) / drive_.chips; }
  Time transfer(std::int64_t bytes) const;
  Time transfer_page() const;
  Outcome finish();

  const Drive& drive_;
  const std::vector<HostRequest>& requests_;
  const Workload& workload_;
  Space space_;
  Flash flash_;
  Outcome outcome_;

  Time now_ = 0;
  std::int64_t next_sequence_ = 0;
  std::map<std::int64_t, Operation> operations_;             // unfinished, by sequence number
  std::vector<Unit> units_;
  std::vector<std::deque<std::int64_t>> plane_order_;        // programs and collections as they were decided (rule 3)
  std::vector<std::optional<std::int64_t>> on_channel_;      // whose tenure it is
  std::vector<Time> plane_array_end_, chip_covered_until_;
  std::set<std::int64_t> unfinished_host_programs_;          // by sequence number, until their array phase ends (rule 23)

  std::vector<Time> arrivals_;                               // of the requests that have one; in a closed loop it grows
  std::int64_t admitted_ = 0, completed_ = 0;
  std::vector<std::int64_t> pages_left_;                     // of each request: page operations still to complete
};

}  // namespace ssd::oracle
