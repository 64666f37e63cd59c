// The runs of an experiment as CSV for other programs: one row per run, in the experiment's order, including failed and
// missing runs.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "tools/study/table.h"

namespace ssd::study {

std::string_view name(RunState state);  // "missing", "done", "failed"

// point (from 0), each axis as it is written, seed (from 1), state, each measured metric `response.mean [ns]`, each
// normalised one, failure, overload [ns]. Quoted as in RFC 4180, with lines that end in \n; numbers in full, nothing
// where there is none.
std::string csv(const Table& table);
// Passes the same text to `write` piece by piece. False as soon as `write` returns false.
bool write_csv(const Table& table, const std::function<bool(std::string_view)>& write);

}  // namespace ssd::study
