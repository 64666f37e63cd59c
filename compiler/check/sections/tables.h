// The section `tables`: tables that policies read and events change (table.entries, table.events).
#pragma once
#include "compiler/check/expr/scope.h"
#include "compiler/check/sections/reader.h"

namespace ssd::check {

// The keys of one table.
std::span<const Key> table_keys();

// Reads which tables there are and what they hold. The geometry and the capacity must be known. Returns whether the
// section is correct so far.
bool declare_tables(Context& context, const Group* section, design::Design& design);
// Reads the expressions of events. The tables must be correct, and the streams and `gc` known.
bool read_table_events(Context& context, const Group* section, design::Design& design);
// Checks what restricts tables or is restricted by them, after all sections; also `stream(m)` (collection.stream).
bool check_tables(Context& context, const Group& design_block, const design::Design& design);

// Makes the tables and the names of the streams known, until the bindings of the caller end.
void bind_tables(Scope& scope, const design::Design& design);

}  // namespace ssd::check
