// A trace's figures beside those of what was generated to be like it, and in words what of the trace no workload of the
// language has.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/workload.h"
#include "tools/fit/fit.h"

namespace ssd::fit {

enum class Unit : u8 { kShare, kBytes, kTime, kPages, kRequests };

struct Row {
  std::string_view key, name;  // for programs, for people
  Unit unit;
  double trace, made;
  bool fitted;  // no: it comes as it comes
  // Shares by their difference, others relative to the trace's.
  double difference() const;
  // Within 3 %; shares also within half a percent of the requests.
  bool within() const { return excess() <= 1; }
  double excess() const;  // 1: just within
};

std::vector<Row> rows(const Profile& trace, const Profile& made);
// A line each.
std::vector<std::string> beyond_language(const Measured& trace, const Profile& made);
// What was cut, left out or chosen.
std::vector<std::string> notes(const Measured& trace, const workload::Workload& workload);

// Lines without a break behind them.
std::vector<std::string> table(const std::vector<Row>& rows);

}  // namespace ssd::fit
