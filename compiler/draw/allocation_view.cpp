// The allocation view: where the first logical pages go, in the style of Fig. 14 of Hu et al. (TC 2013) and Fig. 3 of
// Jung and Kandemir (HotStorage 2012). The colours show the order in which the planes get their first page, so the
// level that varies fastest is visible at once.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/draw/allocation_grid.h"
#include "compiler/draw/markup.h"
#include "compiler/draw/palette.h"
#include "compiler/draw/text.h"
#include "compiler/draw/views.h"

namespace ssd::draw {
namespace {

constexpr std::size_t kLineWidth = 125;     // of facts and notes, in characters
constexpr std::size_t kFormulaWidth = 110;  // a longer formula is cut; `explain` prints it whole
constexpr int kSwatches = 12;
constexpr double kHeadingSize = 16, kTextSize = 12, kNoteSize = 10;

// The word before the order, and what the numbers in the picture mean.
struct PlacementWords {
  std::string_view word, numbers;
};
PlacementWords words_of(Placement placement) {
  switch (placement) {
    case Placement::kStatic: return {"static", {}};
    case Placement::kWriteOrder: return {"write_order", "the pages written, in order of writing"};
    case Placement::kDynamicOrder:
      return {"dynamic", "the order in which idle planes are tried, not places of logical pages"};
    case Placement::kDynamicCost:
      return {"dynamic by cost", "the order among planes of equal cost, not places of logical pages"};
  }
  return {};
}

std::string order_text(Placement placement, const std::array<design::Level, 4>& order) {
  std::string text(words_of(placement).word);
  for (const design::Level level : order) {
    text += level == order.front() ? " " : " > ";
    text += design::name(level);
  }
  return text;
}

// The allocation as the design states it: an order by its levels, a map by its formulas.
std::string allocation_lines(const design::Design& design) {
  const design::Allocation& allocation = design.allocation;
  if (allocation.order) {
    const std::string order = escape_label(order_text(design.config.placement, *allocation.order));
    const std::string_view numbers = design.write_order_is_of_a_stream()
                                         ? "the pages of a stream, in order of writing, if no other stream writes"
                                         : words_of(design.config.placement).numbers;
    const std::string fastest = fmt::format("the {} varies fastest", design::name(allocation.order->front()));
    return text_row(kTextSize, kInk, "allocation: <B>" + order + "</B>") +
           text_row(kTextSize, kInk,
                    numbers.empty() ? fastest : fmt::format("{}; the numbers are {}", fastest, numbers));
  }
  std::string lines = text_row(kTextSize, kInk, "allocation: <B>static map(lpn)</B>");
  for (const design::Level level : design::kLevels) {
    const std::string& formula = design.policies[static_cast<Hook>(level)].text;
    const std::string text = fmt::format("\u00A0\u00A0{}: {}", design::name(level), shorten(formula, kFormulaWidth));
    lines += text_row(kTextSize, kInk, escape_label(text));
  }
  if (!allocation.lets.empty()) {
    lines += text_row(kTextSize, kInk, escape_label("\u00A0\u00A0where " + shorten(allocation.lets, kFormulaWidth)));
  }
  return lines;
}

std::string facts(const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const design::Allocation& allocation = design.allocation;
  std::string text = fmt::format("{} × {} × {} × {} = {}; pages of {}", counted(g.channels, "channel"),
                                 counted(g.chips, "chip"), counted(g.dies, "die"), counted(g.planes, "plane"),
                                 counted(g.total_planes(), "plane"), bytes_text(g.page_bytes));
  const std::uint64_t repeats = allocation.order ? g.total_planes() : allocation.period;
  if (repeats != 0) {
    text += fmt::format("; {} {} ({})", allocation.order ? "a stripe is" : "the map repeats after",
                        counted(repeats, "page"), bytes_text(repeats * g.page_bytes));
  }
  if (allocation.most_pages != allocation.fewest_pages) {
    text +=
        fmt::format("; planes get from {} to {} of the drive's pages", allocation.fewest_pages, allocation.most_pages);
  }
  return text;
}

struct Colours {
  std::vector<std::string> fills;     // of the cells
  std::uint64_t first = 0, last = 0;  // the first pages of the first and the last plane that gets one
};

// Colours follow the rank and not the page number. In a folded picture the numbers have gaps that would give most
// planes the same colour.
Colours colours_of(const std::vector<PageList>& pages) {
  std::vector<std::size_t> ranked;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!pages[i].empty()) ranked.push_back(i);
  }
  Colours colours{std::vector<std::string>(pages.size(), "white")};
  if (ranked.empty()) return colours;
  std::ranges::sort(ranked, {}, [&](std::size_t i) { return pages[i].first(); });
  const double last_rank = static_cast<double>(std::max<std::size_t>(ranked.size() - 1, 1));
  for (std::size_t rank = 0; rank < ranked.size(); ++rank)
    colours.fills[ranked[rank]] = tint(static_cast<double>(rank) / last_rank);
  colours.first = pages[ranked.front()].first();
  colours.last = pages[ranked.back()].first();
  return colours;
}

std::string legend(const Colours& colours) {
  const auto text = [](const std::string& words) {
    return R"(<TD CELLPADDING="3">)" + font(kNoteSize, kFaint, words) + "</TD>";
  };
  std::string cells = text("first page of each plane:") + text(std::to_string(colours.first));
  for (int i = 0; i < kSwatches; ++i) {
    cells += fmt::format(R"(<TD WIDTH="18" BGCOLOR="{}"></TD>)", tint(static_cast<double>(i) / (kSwatches - 1)));
  }
  cells += text(std::to_string(colours.last));
  return R"(<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1"><TR>)" + cells + "</TR></TABLE>";
}

std::vector<std::string> notes_on(const design::Design& design, const Window& window, const PageRange& range) {
  std::vector<std::string> notes;
  for (const design::Level level : design::kLevels) {
    const Shown& shown = window[static_cast<std::size_t>(level)];
    if (shown.hidden != 0) notes.push_back(gap_note(level, shown, design.allocation.order ? ", the same pattern" : ""));
  }
  if (range.count < range.wanted) {
    notes.push_back(fmt::format("only the first {} of {} logical pages are shown", range.count, range.wanted));
  }
  return notes;
}

std::string note_lines(const std::vector<std::string>& notes) {
  std::string lines;
  for (const std::string& note : notes) {
    for (const std::string& part : wrap(note, kLineWidth)) lines += text_row(kNoteSize, kFaint, escape_label(part));
  }
  return lines;
}

std::string title_of(const design::Design& design, const PageRange& range) {
  const std::string name = design.name.empty() ? "the design" : shorten(design.name, 60);
  if (design.config.placement != Placement::kStatic) return fmt::format("In which order {} takes its planes", name);
  if (range.count <= 1) return fmt::format("Where {} puts its logical page 0", name);
  return fmt::format("Where {} puts its logical pages 0 to {}", name, range.count - 1);
}

std::string heading(const design::Design& design, const std::string& title) {
  std::string lines = text_row(kHeadingSize, kInk, "<B>" + escape_label(title) + "</B>") + allocation_lines(design);
  for (const std::string& part : wrap(facts(design), kLineWidth))
    lines += text_row(kNoteSize, kFaint, escape_label(part));
  return text_table(lines);
}

}  // namespace

Drawing allocation_view(const design::Design& design, const Options& options) {
  const Window window = fold(design.geometry);
  const PageRange range = pages_to_show(design, options.pages);
  const std::vector<PageList> pages = pages_of(design, cells_of(design.geometry, window), range.count);
  const Colours colours = colours_of(pages);
  const std::string title = title_of(design, range);
  Drawing drawing{Graph(title), notes_on(design, window, range)};
  Graph& graph = drawing.graph;
  graph.set("ranksep", "0.08");
  graph.add_node("heading", heading(design, title));
  graph.add_node("planes", allocation_grid(window, pages, colours.fills));
  graph.stack("heading", "planes");
  const bool has_legend = colours.first != colours.last;  // with one plane there is no order to explain
  if (has_legend) graph.add_node("legend", legend(colours));
  if (has_legend) graph.stack("planes", "legend");
  if (drawing.notes.empty()) return drawing;
  graph.add_node("notes", text_table(note_lines(drawing.notes)));
  graph.stack(has_legend ? "legend" : "planes", "notes");
  return drawing;
}

}  // namespace ssd::draw
