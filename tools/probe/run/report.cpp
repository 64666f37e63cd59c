// See report.h.
#include "tools/probe/run/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "runtime/base/quantity.h"

namespace ssd::probe {
namespace {

using Json = nlohmann::ordered_json;

std::string_view verdict_text(const Compared& row) {
  constexpr std::array kTexts{Word{"agrees", Verdict::kAgrees}, Word{"differs", Verdict::kDiffers},
                              Word{"cannot tell", Verdict::kCannotTell}, Word{"not said", Verdict::kNotSaid}};
  return word_for(kTexts, row.verdict);
}

// How many of the measurements that could contradict the answer did not.
std::string support(const Answer& answer) {
  if (!answer.value || answer.tested == 0) return "";
  return fmt::format(" ({} of {} measurements agree)", count_text(answer.agreeing), count_text(answer.tested));
}

std::string letters(const Pattern& pattern) {
  constexpr std::size_t kShown = 32;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, pattern.unit_of.size()); ++i) {
    const std::uint32_t unit = pattern.unit_of[i];
    text +=
        pattern.channel_of.empty() ? fmt::format(" {}", unit) : fmt::format(" {}.{}", pattern.channel_of[unit], unit);
  }
  return pattern.unit_of.size() > kShown ? text + " …" : text;
}

Json plot_json(const Plot& plot, const char* x_name, const char* y_name) {
  Json curves = Json::array();
  for (const Curve& curve : plot.curves) curves.push_back({{"name", curve.name}, {y_name, curve.y}});
  return {{x_name, plot.x}, {"curves", curves}};
}

Json value_json(const Compared& row, std::uint64_t value) {
  static constexpr std::string_view kMapping = "mapping";
  return row.quantity == kMapping ? Json(name(static_cast<Mapping>(value))) : Json(value);
}

Json answer_json(const Compared& row) {
  const Answer& answer = *row.answer;
  Json object{{"quantity", row.quantity},
              {"inferred", nullptr},
              {"design_says", row.expected ? value_json(row, *row.expected) : Json(nullptr)},
              {"verdict", name(row.verdict)},
              {"reason", answer.reason}};
  if (answer.value) {
    object["inferred"] = value_json(row, *answer.value);
    object["tested"] = answer.tested;
    object["agreeing"] = answer.agreeing;
  }
  return object;
}

}  // namespace

std::string probe_text(const design::Design& design, const Probed& p) {
  const Findings& f = p.findings;
  std::string text = fmt::format("{}, probed from response times alone\n\n{:<21}{:<36}{}\n", design.name, "",
                                 "inferred", "the design has");
  const std::vector<Compared> rows = compare(design, f);
  for (const Compared& row : rows) {
    text += fmt::format("{:<21}{:<36}{:<33}{}\n", row.title, row.answer->value ? row.inferred : "cannot be determined",
                        row.said, row.answer->value ? verdict_text(row) : "");
  }
  text += "\nhow it was determined\n";
  for (const Compared& row : rows)
    text += fmt::format("  {}: {}{}\n", row.title.substr(row.title.find_first_not_of(' ')), row.answer->reason,
                        support(*row.answer));
  if (f.period.value && f.pattern.unit_of.empty()) {
    text +=
        fmt::format("  chunks written in order go to the units in an order that repeats after {}\n", *f.period.value);
  } else if (f.period.value) {
    text += fmt::format("  chunks written in order go to the units in an order that repeats after {}{}:\n   {}\n",
                        *f.period.value, f.pattern.channel_of.empty() ? " (by unit)" : " (by channel.unit)",
                        letters(f.pattern));
  }
  if (f.buffered)
    text += "  a buffer answers reads of recently written data: other data was written before each measurement\n";
  const auto size = [](std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); };
  text += fmt::format("\n{} ({}) and {} ({}), {} of the drive's time\n", counted_text(f.effort.reads, "read"),
                      size(f.effort.read_bytes), counted_text(f.effort.writes, "write"), size(f.effort.written_bytes),
                      time_text(static_cast<double>(p.drive_time)));
  for (const std::string& file : p.files) text += fmt::format("figure: {}\n", file);
  return text;
}

std::string probe_json(const design::Design& design, const Probed& p) {
  const Findings& f = p.findings;
  Json answers = Json::array();
  for (const Compared& row : compare(design, f)) answers.push_back(answer_json(row));
  Json object{{"schema", "ssdc.probe"},
              {"version", 1},
              {"design", {{"name", design.name}}},
              {"seed", p.seed},
              {"answers", answers}};
  object["period_chunks"] = f.period.value ? Json(*f.period.value) : Json(nullptr);
  object["units_of_a_period"] = f.pattern.unit_of;
  object["channels_of_units"] = f.pattern.channel_of;
  object["buffered"] = f.buffered;
  object["noise_ns"] = f.noise;
  object["effort"] = {{"reads", f.effort.reads},
                      {"read_bytes", f.effort.read_bytes},
                      {"writes", f.effort.writes},
                      {"written_bytes", f.effort.written_bytes},
                      {"drive_time_ns", p.drive_time}};
  object["figures"] = {{"chunk", plot_json(f.shift, "shift_sectors", "response_ns")},
                       {"interleaving", plot_json(f.stride, "stride_chunks", "bytes_per_second")},
                       {"mapping", plot_json(f.rewritten, "stride_chunks", "bytes_per_second")}};
  object["files"] = p.files;
  object["host"] = {{"run_seconds", p.seconds}};
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ssd::probe
