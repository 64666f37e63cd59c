// The statistics of a trace as text and as JSON: see trace_info.h.
#include <nlohmann/json.hpp>

#include "runtime/trace/formats/format.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/trace_info.h"

namespace ssd::trace {
namespace {

constexpr std::size_t kDevicesShown = 8;

std::string percent(double share) { return fmt::format("{:.2f} %", share * 100); }

void line(std::string& out, std::string_view name, std::string_view value) {
  out += fmt::format("  {:<16}{}\n", name, value);
}

std::string format_text(const TraceInfo& info) {
  std::string text(info.format->name);
  if (!info.format->also.empty()) text += fmt::format(" (or {}: the same columns)", info.format->also);
  if (info.recognition.asked) return text + ", as requested";
  const auto& candidates = info.recognition.candidates;
  text += fmt::format(", which fits {:.0f} % of the first lines", candidates.front().score * 100);
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    text += fmt::format("; {} fits {:.0f} %", candidates[i].format->name, candidates[i].score * 100);
  }
  return text;
}

std::string sizes_text(const SizeFigures& f) {
  if (f.requests == 0) return "none";
  return fmt::format("{}, mean {:.2f} KiB, {} to {}, {} in total", counted_text(f.requests, "request"), f.mean() / 1024,
                     size_text(as_double(f.smallest)), size_text(as_double(f.largest)), size_text(as_double(f.bytes)));
}

std::string lines_text(const TraceInfo& info) {
  std::string text = count_text(info.lines);
  const std::pair<u64, std::string_view> kinds[] = {
      {info.bad_lines, "that do not parse"}, {info.zero_sized, "of 0 bytes"}, {info.other_lines, "no requests"}};
  for (const auto& [count, kind] : kinds) {
    if (count != 0) text += fmt::format(", {} {}", count_text(count), kind);
  }
  return text;
}

std::string devices_text(const TraceInfo& info) {
  std::string text = fmt::format("{}: ", info.devices.size());
  for (std::size_t i = 0; i < info.devices.size() && i < kDevicesShown; ++i) {
    const auto& [number, requests] = info.devices[i];
    text += fmt::format("{}number {} ({})", i == 0 ? "" : ", ", info.format->device_name(number),
                        counted_text(requests, "request"));
  }
  if (info.devices.size() > kDevicesShown) text += fmt::format(", and {} more", info.devices.size() - kDevicesShown);
  return text;
}

std::string order_text(const TraceInfo& info) {
  if (info.backwards.count == 0) return "ascending";
  return fmt::format("{} ({}) before the request ahead, by up to {}", counted_text(info.backwards.count, "request"),
                     percent(as_double(info.backwards.count) / as_double(info.requests)),
                     time_text(as_double(info.backwards.largest)));
}

std::string top_sizes_text(const TraceInfo& info) {
  std::string text;
  for (const auto& [bytes, count] : info.sizes) {
    const double share = as_double(count) / as_double(info.with_bytes());
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", size_text(as_double(bytes)), percent(share));
  }
  return text;
}

nlohmann::json sizes_json(const SizeFigures& f) {
  return {{"requests", f.requests},
          {"bytes", f.bytes},
          {"mean_bytes", f.mean()},
          {"min_bytes", f.smallest},
          {"max_bytes", f.largest}};
}

nlohmann::json format_json(const TraceInfo& info) {
  nlohmann::json candidates = nlohmann::json::array();
  for (const Candidate& c : info.recognition.candidates)
    candidates.push_back({{"name", c.format->name}, {"score", c.score}});
  return {{"name", info.format->name},
          {"also", info.format->also},
          {"asked", info.recognition.asked},
          {"candidates", candidates}};
}

}  // namespace

std::string render_text(const TraceInfo& info) {
  std::string out = printable(info.path, 200) + "\n";
  line(out, "format", format_text(info));
  line(out, "lines", lines_text(info));
  line(out, "requests", fmt::format("{}, {} reads", count_text(info.requests), percent(info.read_share())));
  line(out, "reads", sizes_text(info.reads));
  line(out, "writes", sizes_text(info.writes));
  if (info.forced != 0) line(out, "forced writes", count_text(info.forced));
  if (info.trims.requests != 0) line(out, "trims", sizes_text(info.trims));
  if (info.flushes != 0) line(out, "flushes", count_text(info.flushes));
  if (!info.sizes.empty()) line(out, "sizes", top_sizes_text(info));
  line(out, "duration", time_text(as_double(info.duration)));
  line(out, "inter-arrival",
       fmt::format("mean {}, median {}, {} to {}", time_text(info.gap_mean()), time_text(info.gap_median),
                   time_text(as_double(info.gap_range[0])), time_text(as_double(info.gap_range[1]))));
  line(out, "bursts",
       fmt::format("{} of the requests within {} of the previous one", percent(info.burst_share()),
                   time_text(kBurstGap)));
  line(out, "order", order_text(info));
  line(out, "working set",
       fmt::format("{} touched, {} written (distinct 4 KiB pages: {} and {})",
                   size_text(as_double(info.pages_touched * kInfoPage)),
                   size_text(as_double(info.pages_written * kInfoPage)), count_text(info.pages_touched),
                   count_text(info.pages_written)));
  if (info.highest != 0)
    line(out, "addresses",
         fmt::format("byte {} to {} ({})", count_text(info.lowest), count_text(info.highest - 1),
                     size_text(as_double(info.highest))));
  line(out, "alignment", fmt::format("{} begin and end at multiples of 4 KiB", percent(info.aligned_share())));
  line(out, "devices", devices_text(info));
  for (const std::string& doubt : info.doubts) line(out, "note", doubt);
  return out;
}

std::string render_json(const TraceInfo& info) {
  nlohmann::json devices = nlohmann::json::array(), sizes = nlohmann::json::array();
  for (const auto& [number, requests] : info.devices)
    devices.push_back({{"number", number}, {"name", info.format->device_name(number)}, {"requests", requests}});
  for (const auto& [bytes, requests] : info.sizes) sizes.push_back({{"bytes", bytes}, {"requests", requests}});
  const nlohmann::json object = {
      {"schema", "ssdc.trace_info"},
      {"version", 1},
      {"path", info.path},
      {"format", format_json(info)},
      {"lines",
       {{"all", info.lines},
        {"bad", info.bad_lines},
        {"zero_sized", info.zero_sized},
        {"discards", info.trims.requests},
        {"other", info.other_lines}}},
      {"requests", info.requests},
      {"read_share", info.read_share()},
      {"reads", sizes_json(info.reads)},
      {"writes", sizes_json(info.writes)},
      {"trims", sizes_json(info.trims)},
      {"flushes", info.flushes},
      {"forced_writes", info.forced},
      {"sizes", sizes},
      {"duration_ns", info.duration},
      {"inter_arrival",
       {{"mean_ns", info.gap_mean()},
        {"median_ns", info.gap_median},
        {"min_ns", info.gap_range[0]},
        {"max_ns", info.gap_range[1]}}},
      {"burst_share", info.burst_share()},
      {"backwards", {{"requests", info.backwards.count}, {"largest_ns", info.backwards.largest}}},
      {"working_set",
       {{"touched_bytes", info.pages_touched * kInfoPage},
        {"written_bytes", info.pages_written * kInfoPage},
        {"page_bytes", kInfoPage}}},
      {"addresses", {{"lowest_byte", info.lowest}, {"end_byte", info.highest}}},
      {"aligned_share", info.aligned_share()},
      {"devices", devices},
      {"notes", info.doubts}};
  return object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace ssd::trace
