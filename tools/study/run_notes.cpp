// See run_notes.h.
#include "tools/study/run_notes.h"

#include <fmt/format.h>

#include <unordered_map>

#include "runtime/base/counts.h"
#include "tools/study/places.h"

namespace ssd::study {
namespace {

constexpr std::size_t kMostTexts = 8;

std::string where(const Table& table, const RunNote& note) {
  const design::Experiment& e = *table.experiment;
  if (note.points.size() == e.points()) return e.points() == 1 ? "" : " (at all points)";
  const std::string first = text(e, places_of(e, note.points.front()));
  if (note.points.size() == 1) return fmt::format(" (at {})", first);
  return fmt::format(" (at {} of {} points, the first is {})", count_text(note.points.size()), count_text(e.points()),
                     first);
}

}  // namespace

std::vector<RunNote> run_notes(const Table& table) {
  std::vector<RunNote> notes;
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t run = 0; run < table.size(); ++run) {
    const std::uint64_t point = run / table.experiment->seeds;
    for (const std::string& text : table.notes(run)) {
      const auto [place, is_new] = known.try_emplace(text, notes.size());
      if (is_new) notes.push_back({text, {}});
      std::vector<std::uint64_t>& points = notes[place->second].points;
      if (points.empty() || points.back() != point) points.push_back(point);
    }
  }
  return notes;
}

std::vector<std::string> run_note_texts(const Table& table) {
  const std::vector<RunNote> notes = run_notes(table);
  std::vector<std::string> texts;
  for (const RunNote& note : notes) {
    if (texts.size() == kMostTexts) {
      texts.push_back(fmt::format("and {} more, in results.json", count_text(notes.size() - kMostTexts)));
      break;
    }
    texts.push_back(note.text + where(table, note));
  }
  return texts;
}

}  // namespace ssd::study
