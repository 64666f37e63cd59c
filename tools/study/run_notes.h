// What was done to the workloads of an experiment's runs that a reader of the results should know, such as a trace that
// was folded: each thing once, with the points that it is said of.
#pragma once
#include <string>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

struct RunNote {
  std::string text;
  std::vector<std::uint64_t> points;  // ascending
};

// In the order in which the points first say them.
std::vector<RunNote> run_notes(const Table& table);

// A line each, with where: "… (at all points)". Of many the first ones, and how many there are.
std::vector<std::string> run_note_texts(const Table& table);

}  // namespace ssd::study
