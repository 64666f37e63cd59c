// The tree view, the structure of the drive: drive, channels, chips, dies, planes, from left to right. All things of a
// level are equal, so only the first one of each level is opened and shows its contents and speed; the others are
// listed below it by name.
//
// Invariant: a level is one node, so its boxes have the same width and line up; branches connect ports of the boxes.
#include <fmt/format.h>

#include "compiler/design/figures.h"
#include "compiler/draw/fold.h"
#include "compiler/draw/markup.h"
#include "compiler/draw/palette.h"
#include "compiler/draw/text.h"
#include "compiler/draw/views.h"

namespace ssd::draw {
namespace {

using design::Level;

constexpr std::uint64_t kMostSiblings = 8;
constexpr const char* kUnit = "unit: one operation at a time";
constexpr double kCardTitleSize = 13, kCardTextSize = 11, kTreeHeadingSize = 16, kTreeNoteSize = 10;

struct Card {
  std::string title;
  bool is_unit = false;  // runs one array operation at a time: the level in which parallelism is counted
  std::vector<std::string> lines;
};

std::string port(std::size_t position) { return fmt::format("p{}", position); }

std::string cell(const char* look, double size, const char* colour, const std::string& html) {
  return fmt::format("<TR><TD {}>{}</TD></TR>\n", look, font(size, colour, html));
}

// A card is a box in a box: the title, to which branches lead, above the lines.
std::string card_row(const Card& card) {
  const std::string fill = card.is_unit ? tint(0.3) : kPanel;
  const std::string look = fmt::format(R"(PORT="{}" BGCOLOR="{}" SIDES="B" BORDER="1" CELLPADDING="5")", port(0), fill);
  std::string rows = cell(look.c_str(), kCardTitleSize, kInk, "<B>" + escape_label(card.title) + "</B>");
  for (const std::string& line : card.lines) rows += cell(R"(ALIGN="LEFT")", kCardTextSize, kInk, escape_label(line));
  return fmt::format(
      R"(<TR><TD CELLPADDING="0"><TABLE BORDER="1" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3" COLOR="{}">)"
      "\n{}</TABLE></TD></TR>\n",
      kLine, rows);
}

std::string sibling_row(std::size_t position, const char* style, const char* colour, const std::string& text) {
  return cell(fmt::format(R"(PORT="{}" BORDER="1" COLOR="{}" STYLE="{}")", port(position), kLine, style).c_str(),
              kCardTextSize, colour, text);
}

std::string column(const std::string& rows) {
  return R"(<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="6" CELLPADDING="3">)"
         "\n" +
         rows + "</TABLE>";
}

// Transfers that take no time have no rate.
std::string bus_text(double rate) { return rate == 0 ? "unlimited" : rate_text(rate); }

Card drive_card(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  Card card{design.name.empty() ? "drive" : shorten(design.name, 60), false, {}};
  const std::string units = counted(design.total_units(), "unit");
  card.lines = {fmt::format("{}, {}", counted(g.channels, "channel"), counted(g.total_chips(), "chip")),
                fmt::format("{}, {}", counted(g.total_dies(), "die"), counted(g.total_planes(), "plane")),
                fmt::format("flash: {}", bytes_text(g.physical_bytes())),
                fmt::format("logical: {}", bytes_text(design.logical_bytes())),
                fmt::format("all buses: {}", bus_text(design::bus_rate(design) * static_cast<double>(g.channels))),
                fmt::format("{} read {}", units, rate_text(design::read_rates(design).units)),
                fmt::format("{} program {}", units, rate_text(design::program_rates(design).units))};
  if (const std::uint64_t planes = design.planes_of_superblock(); planes != 1)
    card.lines.push_back(fmt::format("{} of {}", counted(g.blocks * (g.total_planes() / planes), "superblock"),
                                     counted(planes, "plane")));
  return card;
}

Card channel_card(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const Config& c = design.config;
  const std::uint64_t page = g.page_bytes + g.spare_bytes;
  const Time transfer = (page * c.bus_numerator + c.bus_denominator - 1) / c.bus_denominator;
  return {"channel 0",
          false,
          {fmt::format("one bus of {}", bus_text(design::bus_rate(design))),
           fmt::format("command: {}", time_text(c.command)), fmt::format("page and spare: {}", time_text(transfer)),
           fmt::format("{}, {}", counted(g.chips, "chip"), bytes_text(g.physical_bytes() / g.channels))}};
}

Card chip_card(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  Card card{"chip 0", design.config.interleave == 0, {}};
  card.lines = {fmt::format("{}, {}", counted(g.dies, "die"), bytes_text(g.physical_bytes() / g.total_chips()))};
  if (card.is_unit) card.lines.push_back(kUnit);
  if (!card.is_unit && g.dies > 1)
    card.lines.push_back(design.config.chip_command ? "one command for its dies at a time"
                                                    : "its dies work in parallel");
  return card;
}

std::string range_text(const design::LatencyRange& range) {
  if (range.shortest == range.longest) return time_text(range.shortest);
  return fmt::format("{} to {}", time_text(range.shortest), time_text(range.longest));
}

Card die_card(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const design::Nand& nand = design.nand;
  Card card{"die 0", design.config.interleave != 0, {}};
  card.lines = {fmt::format("{}, {}", counted(g.planes * design.lock_step, "plane"),
                            bytes_text(g.physical_bytes() / g.total_dies()))};
  if (design.lock_step != 1) card.lines.push_back(fmt::format("{} planes work in lock step", design.lock_step));
  if (card.is_unit) card.lines.push_back(kUnit);
  if (!card.is_unit && g.dies > 1) card.lines.push_back("its chip's dies take turns");
  card.lines.push_back(nand.name.empty() ? std::string(design::name(nand.cell))
                                         : fmt::format("{} ({})", shorten(nand.name, 40), design::name(nand.cell)));
  card.lines.push_back(fmt::format("tR {}, tPROG {}", range_text(design::read_range(design)),
                                   range_text(design::program_range(design))));
  card.lines.push_back(fmt::format("tBERS {}", range_text(design::erase_range(design))));
  return card;
}

Card plane_card(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  Card card{"plane 0",
            false,
            {fmt::format("{} of {}", counted(g.blocks, "block"), counted(g.pages, "page")),
             bytes_text(g.pages_per_plane() * g.page_bytes),
             fmt::format("page: {} + {} spare", bytes_text(g.page_bytes), bytes_text(g.spare_bytes))}};
  if (g.subpages != 1)
    card.lines.push_back(fmt::format("{} of {} a page", counted(g.subpages, "map unit"), bytes_text(g.unit_bytes())));
  if (g.program_pages != 1) card.lines.push_back(fmt::format("a program takes {}", counted(g.program_pages, "page")));
  card.lines.push_back(fmt::format("sector: {}", bytes_text(g.sector_bytes)));
  return card;
}

// Adds one level to the right of `parent`; a branch connects each box with the parent's card.
void add_level(Graph& graph, Level level, const Card& card, const Shown& shown, const std::string& parent) {
  const std::string node(design::name(level));
  std::string rows = card_row(card);
  for (std::size_t i = 1, position = 1; i < shown.indices.size(); ++i) {
    if (shown.gap_before(i)) rows += sibling_row(position++, "dashed", kFaint, fmt::format("… {} more", shown.hidden));
    rows += sibling_row(position++, "solid", kInk, fmt::format("{} {}", node, shown.indices[i]));
  }
  graph.add_node(node, column(rows));
  for (std::size_t position = 0; position < shown.slots(); ++position) {
    graph.add_branch(parent, port(0), node, port(position), position == 0);
  }
}

std::string heading(const std::string& title, const std::vector<std::string>& notes) {
  std::string rows = text_row(kTreeHeadingSize, kInk, "<B>" + escape_label(title) + "</B>");
  for (const std::string& note : notes) rows += text_row(kTreeNoteSize, kFaint, note);
  return text_table(rows);
}

}  // namespace

Drawing tree_view(const design::Design& design, const Options& /*options*/) {
  const std::string title =
      fmt::format("The structure of {}", design.name.empty() ? "the design" : shorten(design.name, 60));
  Drawing drawing{Graph(title), {}};
  Graph& graph = drawing.graph;
  graph.set("rankdir", "LR");
  graph.set("ranksep", "0.45");
  graph.set("splines", "line");  // straight lines: curves to so many ports of one node would cross
  graph.add_node("drive", column(card_row(drive_card(design))));
  const std::array cards{channel_card(design), chip_card(design), die_card(design), plane_card(design)};
  if (design.geometry.total_planes() > 1)
    drawing.notes.push_back("the first of each level is shown in detail; all others are equal to it");
  std::string parent = "drive";
  for (const Level level : design::kLevels) {
    const Shown shown = fold(design.geometry.count(level), kMostSiblings);
    add_level(graph, level, cards[static_cast<std::size_t>(level)], shown, parent);
    if (shown.hidden != 0) drawing.notes.push_back(gap_note(level, shown, ", all alike"));
    parent = design::name(level);
  }
  graph.set("labelloc", "t");
  graph.set("labeljust", "l");
  graph.set_heading(heading(title, drawing.notes));
  return drawing;
}

}  // namespace ssd::draw
