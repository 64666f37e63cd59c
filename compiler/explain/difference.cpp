// Implements difference.h. The consequences are a list of figures; figures that stay the same are left out.
#include "compiler/explain/difference.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "compiler/design/figures.h"
#include "runtime/base/quantity.h"

namespace ssd::explain {
namespace {

using Json = nlohmann::ordered_json;

struct Consequence {
  std::string name, before, after;
};

// Each figure of a design, in the order in which they are shown.
std::vector<std::pair<std::string, std::string>> figures(const design::Design& d) {
  const auto size = [](std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); };
  const design::LevelRates reads = design::read_rates(d), programs = design::program_rates(d);
  const std::uint64_t plane = d.geometry.units_per_plane();
  return {
      {"physical capacity", size(d.geometry.physical_bytes())},
      {"logical capacity", size(d.logical_bytes())},
      {"spare pages of the fullest plane", count_text(plane - std::min(plane, d.allocation.most_pages))},
      {"stripe", fmt::format("{} pages, {}", count_text(design::stripe_pages(d)),
                             size(design::stripe_pages(d) * d.geometry.page_bytes))},
      {"reads at most", rate_text(reads.drive)},
      {"programs at most", rate_text(programs.drive)},
      {"host link", reads.link == 0 ? "unlimited" : rate_text(reads.link)},
      {"simulated as", std::string(design::name(design::classify(d, false).kind))},
      {"simulated in a closed loop as", std::string(design::name(design::classify(d, true).kind))},
  };
}

std::vector<Consequence> consequences(const Compared& c) {
  const auto before = figures(c.before), after = figures(c.after);
  std::vector<Consequence> list;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].second != after[i].second) list.push_back({before[i].first, before[i].second, after[i].second});
  }
  return list;
}

std::string_view number_name(Placement placement) { return placement == Placement::kStatic ? "logical page" : "write"; }
double share(const design::Moves& m) {
  return m.compared == 0 ? 0 : static_cast<double>(m.moved) / static_cast<double>(m.compared);
}

std::string address_text(const design::PlaneAddress& a) {
  return fmt::format("channel {} chip {} die {} plane {}", a.channel, a.chip, a.die, a.plane);
}

// What determines the plane of a page, for two placements that cannot be compared page by page.
std::string_view what_decides(Placement placement) {
  switch (placement) {
    case Placement::kStatic: return "by its logical page number, independent of time";
    case Placement::kWriteOrder: return "by the number of the write, independent of the page";
    case Placement::kDynamicOrder:
      return "by the units that can start soonest when it is written; the order of the levels decides ties";
    case Placement::kDynamicCost:
      return "by the cost of each plane when it is written; the order of the levels decides ties";
  }
  return "";
}

// Empty if both designs have the same kind of placement.
std::string placement_text(const Compared& c) {
  const Placement before = c.before.config.placement, after = c.after.config.placement;
  if (before == after) return {};
  return fmt::format("a page got its plane {}; now {}", what_decides(before), what_decides(after));
}

std::string moves_text(const design::Moves& m) {
  const std::string_view what = number_name(m.placement);
  std::string text =
      fmt::format("\nwhere pages go\n  {} of {} {}s move to another place ({}){}\n", count_text(m.moved),
                  count_text(m.compared), what, share_text(share(m)), m.complete ? "" : "; not all were compared");
  for (const design::MovedPage& page : m.first)
    text += fmt::format("  {} {}: {} -> {}\n", what, page.number, address_text(page.before), address_text(page.after));
  return text;
}

Json address_json(const design::PlaneAddress& a) {
  return {{"channel", a.channel}, {"chip", a.chip}, {"die", a.die}, {"plane", a.plane}};
}

Json moves_json(const design::Moves& m) {
  Json json{{"of", std::string(number_name(m.placement)) + "s"},
            {"compared", m.compared},
            {"moved", m.moved},
            {"share", share(m)},
            {"complete", m.complete}};
  json["first"] = Json::array();
  for (const design::MovedPage& page : m.first)
    json["first"].push_back(
        {{"number", page.number}, {"before", address_json(page.before)}, {"after", address_json(page.after)}});
  return json;
}

Json value_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

}  // namespace

std::optional<Compared> compared(const DesignOfFile& before, const DesignOfFile& after, const check::Options& options,
                                 SourceMap& sources, diag::Sink& sink) {
  const check::Checked first = check::check(before.file, options, sources, sink);
  check::Checked other;
  const bool one_file = before.file == after.file;
  if (!one_file) other = check::check(after.file, options, sources, sink);
  if (sink.has_errors()) return std::nullopt;
  const design::Design* a = check::select_design(first, before.name, sink);
  const design::Design* b = check::select_design(one_file ? first : other, after.name, sink);
  if (a == nullptr || b == nullptr) return std::nullopt;
  return Compared{before.file + ":" + a->name, after.file + ":" + b->name, *a, *b, design::compare(*a, *b)};
}

std::string difference_text(const Compared& c) {
  if (c.difference.none()) return fmt::format("{} and {} mean the same\n", c.before_name, c.after_name);
  std::string text = fmt::format("from {}\nto   {}\n", c.before_name, c.after_name);
  std::string section;
  for (const design::Change& change : c.difference.changes) {
    if (change.section != section) text += fmt::format("\n{}\n", change.section);
    section = change.section;
    const auto shown = [](const std::string& value) { return value.empty() ? std::string("(none)") : value; };
    text += fmt::format("  {}: {} -> {}\n", change.key, shown(change.before), shown(change.after));
  }
  if (c.difference.moves && c.difference.moves->moved != 0) text += moves_text(*c.difference.moves);
  if (const std::string sentence = placement_text(c); !sentence.empty())
    text += fmt::format("\nwhere pages go\n  {}\n", sentence);
  const auto list = consequences(c);
  if (!list.empty()) text += "\nwhat follows\n";
  for (const Consequence& one : list) text += fmt::format("  {}: {} -> {}\n", one.name, one.before, one.after);
  return text;
}

std::string difference_json(const Compared& c) {
  Json json{{"schema", "ssdc.diff"},
            {"version", 1},
            {"before", c.before_name},
            {"after", c.after_name},
            {"same", c.difference.none()}};
  json["changes"] = Json::array();
  for (const design::Change& change : c.difference.changes) {
    json["changes"].push_back({{"section", change.section},
                               {"key", change.key},
                               {"before", value_json(change.before)},
                               {"after", value_json(change.after)}});
  }
  json["moves"] = c.difference.moves ? moves_json(*c.difference.moves) : Json(nullptr);
  json["placement"] = value_json(placement_text(c));
  json["consequences"] = Json::array();
  if (!c.difference.none()) {
    for (const Consequence& one : consequences(c))
      json["consequences"].push_back({{"figure", one.name}, {"before", one.before}, {"after", one.after}});
  }
  return json.dump(2) + "\n";
}

}  // namespace ssd::explain
