// Compares the figures of a trace with those of the requests that a fitted workload generates, and describes in words
// the properties of the trace that no workload of the language can have.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/workload.h"
#include "tools/fit/fit.h"

namespace ssd::fit {

enum class Unit : u8 { kShare, kBytes, kTime, kPages, kRequests };

struct Row {
  std::string_view key, name;  // `key`: for programs; `name`: for people
  Unit unit;
  double trace, made;
  bool fitted;  // false: the fit did not aim at this figure
  // For shares the difference of the two, for other figures the difference relative to the trace's.
  double difference() const;
  // Whether the difference is at most 3 %, or for shares also half a percent of the requests.
  bool within() const { return excess() <= 1; }
  double excess() const;  // the difference relative to the allowed one; 1: just within
};

std::vector<Row> rows(const Profile& trace, const Profile& made);
// One line for each property.
std::vector<std::string> beyond_language(const Measured& trace, const Profile& made);
// Notes on what was cut, left out or chosen.
std::vector<std::string> notes(const Measured& trace, const workload::Workload& workload);

// The lines of a table, without line breaks at their ends.
std::vector<std::string> table(const std::vector<Row>& rows);

}  // namespace ssd::fit
