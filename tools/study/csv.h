// The runs of an experiment as CSV for other programs: one row per run, in the experiment's order, including failed and
// missing runs.
#pragma once
#include <string>
#include <string_view>

#include "tools/study/table.h"

namespace ssd::study {

std::string_view name(RunState state);  // "missing", "done", "failed"

// Columns: point (from 0), each axis with its value as it is written in the language, seed (from 1), state, each
// measured metric (`response.mean [ns]`), each normalised metric, failure. Quoted as in RFC 4180; lines end in \n;
// numbers have full precision; a missing number is an empty field.
std::string csv(const Table& table);

}  // namespace ssd::study
