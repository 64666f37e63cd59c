// Random drives with tables (table.entries, table.events) and with a stream for each page that collection moves
// (collection.stream). They are placed at admission.
#pragma once
#include "tests/differential/random_case.h"

namespace ssd::differential {

RandomCase tables_case(std::uint64_t seed);
RandomCase unit_tables_case(std::uint64_t seed);  // beside indirection units and word lines

// What a case with tables writes: the section, `stream(r)`, `stream(m)`, `victim(b)` and `allocate(b)`. Empty without
// tables, or where a case leaves the policy to others.
std::string tables_text(const Choices& c);
std::string stream_by_tables(const Choices& c);
std::string moves_by_tables(const Choices& c);
std::string victim_by_tables(const Choices& c);
std::string allocate_by_tables(const Choices& c);
// Call it last.
void set_tables(const Choices& c, oracle::Drive& d);
// Whether the case has `stream(m)`.
bool asks_moves(const Choices& c);

}  // namespace ssd::differential
