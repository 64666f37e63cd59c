// Notes about changes to the workloads of an experiment's runs, for example that a trace was folded. Each note occurs
// once, with the points that have it.
#pragma once
#include <string>
#include <vector>

#include "tools/study/table.h"

namespace ssd::study {

struct RunNote {
  std::string text;
  std::vector<std::uint64_t> points;  // ascending
};

// In the order of the first points that have them.
std::vector<RunNote> run_notes(const Table& table);

// One line per note, with its points: "… (at all points)". A long list is cut, with the number of the others.
std::vector<std::string> run_note_texts(const Table& table);

}  // namespace ssd::study
