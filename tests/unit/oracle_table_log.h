// What the tests of the oracle's tables share: a record of the events (table.events).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/oracle/oracle.h"

namespace ssd::oracle {

using Ints = std::vector<std::int64_t>;
using Events = std::vector<std::string>;

// The events of a run as text, in their order.
struct Log {
  std::vector<std::string> events;

  explicit Log(Drive& drive) {
    drive.on_write = [this](const WriteEvent& w, Tables&) {
      add("write", {w.lpn, w.stream, w.block, w.index, w.is_new ? 1 : 0});
    };
    drive.on_trim = [this](const TrimEvent& t, Tables&) { add("trim", {t.lpn}); };
    drive.on_move = [this](const MoveEvent& m, Tables&) {
      add("move", {m.lpn, m.block, m.stream, m.to, m.to_stream, m.index});
    };
    drive.on_erase = [this](const EraseEvent& b, Tables&) {
      add("erase", {b.valid, b.invalid, b.erases, b.number, b.stream, b.age});
    };
  }

  void add(std::string event, const Ints& fields) {
    for (const std::int64_t field : fields) event += ' ' + std::to_string(field);
    events.push_back(event);
  }
};

}  // namespace ssd::oracle
