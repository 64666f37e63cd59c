// Recognition of formats: see recognise.h.
#include "runtime/trace/recognise.h"

#include <algorithm>

namespace ssd::trace {

bool Recognition::ambiguous() const {
  return candidates.size() > 1 && candidates[0].score - candidates[1].score < kNearTie;
}

const Format* find_format(std::string_view name) {
  const auto is_called_so = [&](const Format& f) { return f.name == name || (!f.also.empty() && f.also == name); };
  const auto found = std::ranges::find_if(formats(), is_called_so);
  return found == formats().end() ? nullptr : &*found;
}

bool looks_like_bytes(std::span<const TraceRecord> records, u64 unit) {
  constexpr std::size_t kEnoughToJudge = 8;
  return records.size() >= kEnoughToJudge &&
         std::ranges::all_of(records, [&](const TraceRecord& r) { return may_be_bytes(r, unit); });
}

std::vector<std::string_view> sample_lines(std::string_view text, bool text_is_whole) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < kSampleLines) {
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos && !text_is_whole) break;
    std::string_view line = text.substr(0, newline);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  }
  return lines;
}

Recognition recognise(std::span<const std::string_view> lines) {
  Recognition result;
  for (const Format& format : formats()) {
    const double score = format.plausibility(lines);
    if (score > 0) result.candidates.push_back({&format, score});
  }
  std::ranges::stable_sort(result.candidates, std::ranges::greater{}, &Candidate::score);
  return result;
}

}  // namespace ssd::trace
