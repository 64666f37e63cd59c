// Makes the grid. All its cells have the same size, wide enough for the longest text: Graphviz lines up only the cells
// of one table, and with equal sizes nested tables in different rows and columns line up as well, whatever the font is.
#include "compiler/draw/allocation_grid.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/draw/markup.h"
#include "compiler/draw/palette.h"
#include "compiler/draw/text.h"

namespace ssd::draw {
namespace {

using design::Level;

constexpr double kFontSize = 12, kGridTitleSize = 12, kEdgeSize = 10;
constexpr double kDigitWidth = 0.66;  // of the font size; the widest digits of usual fonts take 0.64
constexpr double kLineHeight = 1.35;
constexpr double kWantedRatio = 2;   // width to height of the grid
constexpr int kGapHeight = 20;       // of a row that replaces hidden dies
constexpr const char* kEmpty = "–";  // a plane that gets none of the pages
constexpr const char* kDown = "⋮";
constexpr const char* kAcross = "…";
constexpr const char* kNoTitles = R"(<TD COLSPAN="2"></TD>)";

const Shown& shown(const Window& window, Level level) { return window[static_cast<std::size_t>(level)]; }

struct CellSize {
  std::size_t words_per_line = 1;
  int width = 0, height = 0;
};

std::string faint(const std::string& text) { return font(kEdgeSize, kFaint, text); }

std::vector<std::string> lines_of(const std::vector<std::string>& words, std::size_t words_per_line) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % words_per_line == 0) lines.emplace_back();
    if (i % words_per_line != 0) lines.back() += "\u00A0\u00A0";  // Graphviz reduces several plain spaces to one
    lines.back() += words[i];
  }
  return lines;
}

CellSize size_for(const std::vector<PageList>& pages, const Window& window, std::size_t words_per_line) {
  std::size_t lines = 1, longest = 1;
  for (const PageList& list : pages) {
    const std::vector<std::string> texts = lines_of(list.words(), words_per_line);
    lines = std::max(lines, texts.size());
    for (const std::string& text : texts) longest = std::max(longest, length(text));
  }
  const std::size_t title = length(fmt::format("plane {}", shown(window, Level::kPlane).indices.back()));
  const double text_width =
      std::max(kFontSize * static_cast<double>(longest), kEdgeSize * static_cast<double>(title)) * kDigitWidth;
  return {words_per_line, static_cast<int>(text_width) + 10,
          static_cast<int>(kFontSize * kLineHeight * static_cast<double>(lines)) + 8};
}

// How far the shape of the grid is from the shape of the text block of a printed page, as a factor.
double misshape(const CellSize& size, const Window& window) {
  const auto slots = [&](Level level) { return static_cast<double>(shown(window, level).slots()); };
  const double width = slots(Level::kChannel) * slots(Level::kPlane) * size.width;
  const double height = slots(Level::kChip) * slots(Level::kDie) * size.height;
  const double ratio = width / height / kWantedRatio;
  return std::max(ratio, 1 / ratio);
}

// A few words stay on one line. A longer list is broken in the way that gives the grid the better shape.
CellSize best_size(const std::vector<PageList>& pages, const Window& window) {
  std::size_t most_words = 1;
  for (const PageList& list : pages) most_words = std::max(most_words, list.words().size());
  if (most_words <= 2) return size_for(pages, window, most_words);
  std::vector<CellSize> sizes;
  for (const std::size_t lines : {1, 2, 4}) {
    if (lines < most_words) sizes.push_back(size_for(pages, window, (most_words + lines - 1) / lines));
  }
  return *std::ranges::min_element(sizes, {}, [&](const CellSize& size) { return misshape(size, window); });
}

class Grid {
 public:
  Grid(const Window& window, const std::vector<PageList>& pages, const std::vector<std::string>& fills)
      : window_(window), pages_(pages), fills_(fills), size_(best_size(pages, window)) {}

  std::string html() const;

 private:
  template <class Piece>
  std::string row(const std::string& titles, const std::string& gap, const Piece& piece) const;
  std::string channel_titles() const;
  std::string plane_titles() const;
  std::string die_titles() const;
  std::string chip_row(std::size_t chip) const;
  std::string gap_row() const;
  std::string chip_box(std::size_t channel, std::size_t chip) const;
  std::string die_row(std::size_t first_cell) const;
  std::string cell(std::size_t index) const;

  const Window& window_;
  const std::vector<PageList>& pages_;
  const std::vector<std::string>& fills_;
  CellSize size_;
};

// Titles and cells are in tables with the same borders and spacing, so that their columns and rows line up.
std::string inner_table(const char* look, const std::string& rows) {
  return fmt::format(R"(<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" {}>{}</TABLE>)", look, rows);
}
constexpr const char* kUnseen = R"(COLOR="transparent")";

// A row that begins with the titles at the left and has one piece for each channel; `gap` replaces hidden channels.
template <class Piece>
std::string Grid::row(const std::string& titles, const std::string& gap, const Piece& piece) const {
  const Shown& channels = shown(window_, Level::kChannel);
  std::string cells = titles;
  for (std::size_t i = 0; i < channels.indices.size(); ++i) {
    if (channels.gap_before(i)) cells += "<TD>" + gap + "</TD>";
    cells += piece(i);
  }
  return "<TR>" + cells + "</TR>\n";
}

std::string Grid::channel_titles() const {
  const Shown& channels = shown(window_, Level::kChannel);
  return row(kNoTitles, faint(fmt::format("{} more", channels.hidden)), [&](std::size_t channel) {
    const std::string text = fmt::format("<B>channel {}</B>", channels.indices[channel]);
    return fmt::format(R"(<TD BGCOLOR="{}" CELLPADDING="4">{}</TD>)", kPanel, font(kGridTitleSize, kInk, text));
  });
}

std::string Grid::plane_titles() const {
  const Shown& planes = shown(window_, Level::kPlane);
  std::string cells;
  for (std::size_t i = 0; i < planes.indices.size(); ++i) {
    if (planes.gap_before(i)) cells += "<TD>" + faint(fmt::format("{} more", planes.hidden)) + "</TD>";
    cells += fmt::format(R"(<TD WIDTH="{}">{}</TD>)", size_.width, faint(fmt::format("plane {}", planes.indices[i])));
  }
  const std::string titles = "<TD>" + inner_table(kUnseen, "<TR>" + cells + "</TR>") + "</TD>";
  return row(kNoTitles, faint("channels"), [&](std::size_t) { return titles; });
}

std::string Grid::die_titles() const {
  const Shown& dies = shown(window_, Level::kDie);
  std::string rows;
  for (std::size_t i = 0; i < dies.indices.size(); ++i) {
    const std::string gap = faint(fmt::format("{} more", dies.hidden));
    if (dies.gap_before(i)) rows += fmt::format(R"(<TR><TD HEIGHT="{}">{}</TD></TR>)", kGapHeight, gap);
    rows +=
        fmt::format(R"(<TR><TD HEIGHT="{}">{}</TD></TR>)", size_.height, faint(fmt::format("die {}", dies.indices[i])));
  }
  return inner_table(kUnseen, rows);
}

std::string Grid::cell(std::size_t index) const {
  const std::vector<std::string> lines = lines_of(pages_[index].words(), size_.words_per_line);
  const std::string text = lines.empty() ? kEmpty : fmt::format("{}", fmt::join(lines, "<BR/>"));
  return fmt::format(R"(<TD WIDTH="{}" HEIGHT="{}" BGCOLOR="{}">{}</TD>)", size_.width, size_.height, fills_[index],
                     font(kFontSize, kInk, text));
}

std::string Grid::die_row(std::size_t first_cell) const {
  const Shown& planes = shown(window_, Level::kPlane);
  std::string row = "<TR>";
  for (std::size_t i = 0; i < planes.indices.size(); ++i) {
    if (planes.gap_before(i)) row += fmt::format(R"(<TD BORDER="0">{}</TD>)", kAcross);
    row += cell(first_cell + i);
  }
  return row + "</TR>";
}

std::string Grid::chip_box(std::size_t channel, std::size_t chip) const {
  const Shown& dies = shown(window_, Level::kDie);
  const Shown& planes = shown(window_, Level::kPlane);
  const std::size_t first = (channel * shown(window_, Level::kChip).indices.size() + chip) * dies.indices.size();
  const std::string gap =
      fmt::format(R"(<TR><TD BORDER="0" HEIGHT="{}" COLSPAN="{}">{}</TD></TR>)", kGapHeight, planes.slots(), kDown);
  std::string rows;
  for (std::size_t i = 0; i < dies.indices.size(); ++i) {
    if (dies.gap_before(i)) rows += gap;
    rows += die_row((first + i) * planes.indices.size());
  }
  return inner_table(fmt::format(R"(COLOR="{}" BGCOLOR="{}")", kLine, kPanel).c_str(), rows);
}

std::string Grid::chip_row(std::size_t chip) const {
  const std::string title = fmt::format("<B>chip {}</B>", shown(window_, Level::kChip).indices[chip]);
  return row("<TD>" + font(kGridTitleSize, kInk, title) + "</TD><TD>" + die_titles() + "</TD>", kAcross,
             [&](std::size_t channel) { return "<TD>" + chip_box(channel, chip) + "</TD>"; });
}

std::string Grid::gap_row() const {
  const std::string title = faint(fmt::format("{} more chips", shown(window_, Level::kChip).hidden));
  return row(R"(<TD COLSPAN="2">)" + title + "</TD>", "",
             [](std::size_t) { return fmt::format("<TD>{}</TD>", kDown); });
}

std::string Grid::html() const {
  std::string rows = channel_titles() + plane_titles();
  const Shown& chips = shown(window_, Level::kChip);
  for (std::size_t i = 0; i < chips.indices.size(); ++i) {
    if (chips.gap_before(i)) rows += gap_row();
    rows += chip_row(i);
  }
  return R"(<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="3" CELLPADDING="1">)"
         "\n" +
         rows + "</TABLE>";
}

}  // namespace

std::vector<std::uint64_t> cells_of(const design::Geometry& geometry, const Window& window) {
  std::vector<std::uint64_t> ids;
  for (const auto channel : shown(window, Level::kChannel).indices) {
    for (const auto chip : shown(window, Level::kChip).indices) {
      for (const auto die : shown(window, Level::kDie).indices) {
        for (const auto plane : shown(window, Level::kPlane).indices) {
          ids.push_back(design::plane_id(geometry, {channel, chip, die, plane}));
        }
      }
    }
  }
  return ids;
}

std::string allocation_grid(const Window& window, const std::vector<PageList>& pages,
                            const std::vector<std::string>& fills) {
  return Grid(window, pages, fills).html();
}

}  // namespace ssd::draw
