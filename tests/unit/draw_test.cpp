// The pictures against the map itself: what stands in each cell is worked out here from design::place() alone, page by page, and then
// looked for in what Graphviz wrote. A picture that shows a page in the wrong plane is worse than none.
#include "compiler/draw/draw.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>

#include "compiler/draw/fold.h"
#include "compiler/draw/page_list.h"
#include "compiler/draw/palette.h"
#include "compiler/draw/text.h"

namespace ssd::draw {
namespace {

using design::Design;
using design::Level;

constexpr Level kC = Level::kChannel, kW = Level::kChip, kD = Level::kDie, kP = Level::kPlane;
using Order = std::array<Level, 4>;

// lpn / divisor % modulus
design::Function digit(std::uint64_t divisor, std::uint64_t modulus) {
  design::Function function;
  const auto constant = [](std::uint64_t value) { return Node{Op::kConstant, 0, 0, 0, static_cast<i64>(value)}; };
  function.nodes = {{Op::kInput}, constant(divisor), {Op::kDiv, 0, 1}, constant(modulus), {Op::kMod, 2, 3}};
  function.result = 4;
  function.text = fmt::format("lpn / {} % {}", divisor, modulus);
  return function;
}

Design drive(const design::Geometry& geometry, const Order& order) {
  Design d;
  d.name = "Test";
  d.geometry = geometry;
  d.geometry.page_bytes = 2048, d.geometry.spare_bytes = 64, d.geometry.sector_bytes = 512;
  d.nand = {.name = "Part", .cell = design::Cell::kMlc, .read = 20'000, .program = 200'000, .erase = 1'500'000, .command = 175, .bus_numerator = 25, .energy = {}};
  d.logical_pages = d.geometry.physical_pages() * 9 / 10;
  std::uint64_t weight = 1;
  for (const Level level : order) {
    d.allocation.map[static_cast<std::size_t>(level)] = digit(weight, geometry.count(level));
    weight *= geometry.count(level);
  }
  d.allocation.order = order;
  d.allocation.period = weight;
  d.allocation.most_pages = d.allocation.fewest_pages = d.logical_pages / weight;
  return d;
}

Design first_drive() { return drive({4, 4, 2, 2, 2048, 64}, {kC, kD, kP, kW}); }

// own_map.ssd of the examples: 16 pages stay together on a die, its planes take turns.
Design striped_drive() {
  Design d = drive({8, 2, 2, 2, 512, 128}, {kC, kW, kD, kP});
  d.allocation.order.reset();
  d.allocation.map = {digit(16, 8), digit(128, 2), digit(256, 2), digit(1, 2)};
  d.allocation.period = 512;
  return d;
}

std::map<std::uint64_t, std::vector<std::uint64_t>> pages_by_plane(const Design& d, std::uint64_t count) {
  std::map<std::uint64_t, std::vector<std::uint64_t>> pages;
  for (std::uint64_t lpn = 0; lpn < count; ++lpn) pages[design::plane_id(d.geometry, design::place(d.allocation, lpn))].push_back(lpn);
  return pages;
}

// The texts of an SVG in their order. Numbers in a cell are kept apart by no-break spaces, which become plain ones here.
std::vector<std::string> texts_of(const std::string& svg) {
  std::vector<std::string> texts;
  for (auto at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
    const auto begin = svg.find('>', at) + 1;
    std::string text = svg.substr(begin, svg.find("</text>", begin) - begin);
    for (auto space = text.find("\u00A0"); space != std::string::npos; space = text.find("\u00A0")) text.replace(space, 2, " ");
    texts.push_back(text);
  }
  return texts;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Cells stand row by row: chip, then channel (a chip's box), in it die, then plane.
void expect_cells(const Design& d, std::uint64_t count) {
  auto pages = pages_by_plane(d, count);
  const std::vector<std::string> texts = texts_of(draw(d, View::kAllocation, Format::kSvg, {count}).bytes);
  auto at = texts.begin();
  const design::Geometry& g = d.geometry;
  for (std::uint64_t chip = 0; chip < g.chips; ++chip) {
    at = std::find(at, texts.end(), fmt::format("chip {}", chip));
    ASSERT_NE(at, texts.end());
    for (std::uint64_t i = 0; i < g.channels * g.dies * g.planes; ++i) {
      const std::uint64_t channel = i / (g.dies * g.planes), die = i / g.planes % g.dies, plane = i % g.planes;
      const auto& expected = pages[design::plane_id(g, {channel, chip, die, plane})];
      const std::string text = fmt::format("{}", fmt::join(expected, "  "));
      at = std::find(at + 1, texts.end(), text);
      ASSERT_NE(at, texts.end()) << "channel " << channel << " chip " << chip << " die " << die << " plane " << plane << ": " << text;
    }
  }
}

TEST(Draw, ShowsEveryPageWhereThePlacementPutsIt) {
  for (const Order& order : {Order{kC, kD, kP, kW}, Order{kW, kC, kD, kP}, Order{kP, kW, kD, kC}}) {
    expect_cells(drive({4, 3, 2, 2, 64, 64}, order), 2 * 48);  // two pages a plane: one line of text
    expect_cells(drive({1, 5, 1, 3, 64, 64}, order), 15);
  }
  Design map = drive({4, 2, 2, 2, 64, 64}, {kC, kW, kD, kP});
  map.allocation.order.reset();
  map.allocation.map = {digit(2, 4), digit(16, 2), digit(8, 2), digit(1, 2)};
  expect_cells(map, 32);
}

TEST(Draw, ListsAgreeWithThePlacementForOrdersAndMaps) {
  for (const Design& d : {first_drive(), striped_drive(), drive({3, 5, 2, 4, 64, 64}, {kP, kW, kC, kD})}) {
    std::vector<std::uint64_t> planes(d.geometry.total_planes());
    for (std::uint64_t i = 0; i < planes.size(); ++i) planes[i] = planes.size() - 1 - i;
    const std::uint64_t count = 5 * planes.size() + 7;
    const auto lists = pages_of(d, planes, count);
    auto expected = pages_by_plane(d, count);
    for (std::size_t i = 0; i < planes.size(); ++i) {
      PageList list;
      for (const std::uint64_t lpn : expected[planes[i]]) list.add(lpn);
      EXPECT_EQ(lists[i].words(), list.words()) << "plane " << planes[i];
    }
  }
}

TEST(Draw, WritesRunsShortAndCutsLongListsInTheMiddle) {
  const auto words = [](std::uint64_t count, std::uint64_t step) {
    PageList list;
    for (std::uint64_t i = 0; i < count; ++i) list.add(i * step);
    return fmt::format("{}", fmt::join(list.words(), " "));
  };
  EXPECT_EQ(words(1, 1), "0");
  EXPECT_EQ(words(2, 1), "0 1");
  EXPECT_EQ(words(3, 1), "0–2");
  EXPECT_EQ(words(8, 16), "0 16 32 48 64 80 96 112");
  EXPECT_EQ(words(9, 16), "0 16 32 48 64 80 … 128");
  EXPECT_EQ(words(100'000, 16), "0 16 32 48 64 80 … 1599984");
  PageList stripes;
  for (std::uint64_t i = 0; i < 12; ++i) stripes.add(i / 4 * 100 + i % 4);
  EXPECT_EQ(fmt::format("{}", fmt::join(stripes.words(), " ")), "0–3 100–103 200–203");
}

TEST(Draw, ShowsTwoStripesOrAWholePeriodByDefault) {
  EXPECT_EQ(pages_to_show(first_drive(), 0).count, 128u);
  EXPECT_EQ(pages_to_show(striped_drive(), 0).count, 512u);
  EXPECT_EQ(pages_to_show(drive({1, 1, 1, 1, 64, 64}, {kC, kD, kP, kW}), 0).count, 16u);
  EXPECT_EQ(pages_to_show(first_drive(), 100).count, 100u);
  const Design small = drive({1, 1, 1, 1, 2, 4}, {kC, kD, kP, kW});
  EXPECT_EQ(pages_to_show(small, 0).count, small.logical_pages);
  EXPECT_EQ(pages_to_show(small, ~std::uint64_t{0}).count, small.logical_pages);
}

TEST(Draw, NamesTheAllocation) {
  const std::string order = draw(first_drive(), View::kAllocation, Format::kSvg).bytes;
  EXPECT_NE(order.find(">static channel &gt; die &gt; plane &gt; chip<"), std::string::npos);
  const std::string map = draw(striped_drive(), View::kAllocation, Format::kSvg).bytes;
  EXPECT_NE(map.find("die: lpn / 256 % 2"), std::string::npos);
  EXPECT_NE(map.find("the map repeats after 512 pages (1 MiB)"), std::string::npos);
}

TEST(Draw, SaysWhatItFolds) {
  const Design d = drive({64, 4, 2, 2, 64, 64}, {kC, kW, kD, kP});
  const Picture picture = draw(d, View::kAllocation, Format::kSvg);
  ASSERT_EQ(picture.notes.size(), 1u);
  EXPECT_EQ(picture.notes[0], "channels 6 to 62 are left out: 57 more, the same pattern");
  EXPECT_NE(picture.bytes.find(picture.notes[0]), std::string::npos);
  EXPECT_NE(picture.bytes.find(">channel 63<"), std::string::npos);
  EXPECT_EQ(picture.bytes.find(">channel 6<"), std::string::npos);
  EXPECT_TRUE(draw(first_drive(), View::kAllocation, Format::kDot).notes.empty());
}

TEST(Draw, DoesNotClaimAPatternForAMapOfTheUsersOwn) {
  Design d = drive({64, 1, 1, 1, 64, 64}, {kC, kW, kD, kP});
  d.allocation.order.reset();
  d.allocation.period = 0;
  const Picture picture = draw(d, View::kAllocation, Format::kDot);
  ASSERT_EQ(picture.notes.size(), 1u);
  EXPECT_EQ(picture.notes[0], "channels 6 to 62 are left out: 57 more");
}

TEST(Draw, StopsFollowingALongMapAndSaysSo) {
  Design d = striped_drive();
  d.geometry.blocks = 1 << 20;
  d.logical_pages = d.geometry.physical_pages() / 2;
  const PageRange range = pages_to_show(d, d.logical_pages);
  EXPECT_LT(range.count, range.wanted);
  const Picture picture = draw(d, View::kAllocation, Format::kDot, {d.logical_pages});
  ASSERT_EQ(picture.notes.size(), 1u);
  EXPECT_EQ(picture.notes[0], fmt::format("the map is followed for the first {} of {} logical pages only", range.count, d.logical_pages));
}

TEST(Draw, KeepsPicturesSmallWhateverTheDesign) {
  const std::vector<design::Geometry> geometries{
      {64, 64, 16, 16, 512, 128}, {1, 1, 1, 4096, 64, 64}, {9, 9, 9, 9, 64, 64}, {4096, 1, 1, 1, 64, 64}};
  for (const design::Geometry& g : geometries) {
    const Window window = fold(g);
    std::size_t slots = 1;
    for (const Shown& shown : window) slots *= shown.slots();
    EXPECT_LE(slots, kMostSlots);
    const Design d = drive(g, {kW, kP, kD, kC});
    const auto begin = std::chrono::steady_clock::now();
    const Picture picture = draw(d, View::kAllocation, Format::kSvg);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));  // in practice some 10 ms
    EXPECT_LT(picture.bytes.size(), 400'000u);
    EXPECT_LT(draw(d, View::kTree, Format::kSvg).bytes.size(), 100'000u);
  }
}

TEST(Draw, FoldsTheMiddle) {
  const Shown all = fold(8, 8);
  EXPECT_EQ(all.indices.size(), 8u);
  EXPECT_EQ(all.hidden, 0u);
  const Shown some = fold(9, 8);
  EXPECT_EQ(some.indices, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 8}));
  EXPECT_EQ(some.hidden, 2u);
  EXPECT_EQ(some.slots(), 8u);
  EXPECT_TRUE(some.gap_before(6));
  EXPECT_FALSE(some.gap_before(5));
}

TEST(Draw, TreeTellsTheFactsOfEachLevel) {
  const std::string svg = draw(first_drive(), View::kTree, Format::kSvg).bytes;
  for (const char* fact : {"4 channels, 16 chips", "32 dies, 64 planes", "flash: 16 GiB", "logical: 14.4 GiB", "all buses: 160 MB/s",
                           "32 units read 918.2 MB/s", "32 units program 259.1 MB/s", "one bus of 40 MB/s", "command: 175 ns",
                           "page and spare: 52.8 µs", "its dies work in parallel", "unit: one operation at a time", "Part (MLC)",
                           "tR 20 µs, tPROG 200 µs", "tBERS 1.5 ms", "2048 blocks of 64 pages", "256 MiB", "page: 2 KiB + 64 B spare",
                           ">channel 3<", ">plane 1<"}) {
    EXPECT_NE(svg.find(fact), std::string::npos) << fact;
  }
  Design whole_chip = first_drive();
  whole_chip.commands.interleave = false;
  const std::string slower = draw(whole_chip, View::kTree, Format::kSvg).bytes;
  EXPECT_NE(slower.find("16 units read 459.1 MB/s"), std::string::npos);
  EXPECT_NE(slower.find("its chip&#39;s dies take turns"), std::string::npos);
}

TEST(Draw, FoldsTheTreeAndSaysSo) {
  const Picture picture = draw(drive({12, 1, 1, 1, 64, 64}, {kC, kD, kP, kW}), View::kTree, Format::kSvg);
  ASSERT_EQ(picture.notes.size(), 2u);
  EXPECT_EQ(picture.notes[1], "channels 6 to 10 are left out: 5 more, all alike");
  EXPECT_NE(picture.bytes.find(picture.notes[1]), std::string::npos);
  EXPECT_NE(picture.bytes.find(">… 5 more<"), std::string::npos);
}

TEST(Draw, WritesEachFormat) {
  for (const View view : {View::kAllocation, View::kTree}) {
    const std::string svg = draw(first_drive(), view, Format::kSvg).bytes;
    EXPECT_EQ(svg.rfind("<?xml", 0), 0u);
    EXPECT_EQ(count_of(svg, "<svg "), 1u);
    EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
    EXPECT_EQ(draw(first_drive(), view, Format::kPng).bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(draw(first_drive(), view, Format::kDot).bytes.rfind("digraph", 0), 0u);
    EXPECT_EQ(draw(first_drive(), view, Format::kSvg).bytes, svg);
  }
}

// One tag a line, so that a difference is one line too.
std::string by_tags(std::string text) {
  for (auto at = text.find("><"); at != std::string::npos; at = text.find("><", at + 1)) text.insert(at + 1, 1, '\n');
  return text;
}

TEST(Draw, WritesThisDot) {
  const std::string golden = R"GOLDEN(digraph "Where Test puts its logical pages 0 to 3" {
	graph [fontname="Helvetica,Arial,sans-serif",
		pad=0.15,
		ranksep=0.08
	];
	node [fontname="Helvetica,Arial,sans-serif",
		height=0,
		label="\N",
		margin=0,
		peripheries=0,
		shape=box,
		width=0
	];
	edge [arrowhead=none,
		color="#78909c"
	];
	heading	[label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">
<TR>
<TD ALIGN="LEFT">
<FONT POINT-SIZE="16" COLOR="#212121">
<B>Where Test puts its logical pages 0 to 3</B>
</FONT>
</TD>
</TR>
<TR>
<TD ALIGN="LEFT">
<FONT POINT-SIZE="12" COLOR="#212121">allocation: <B>static channel &gt; die &gt; plane &gt; chip</B> (the channel varies fastest)</FONT>
</TD>
</TR>
<TR>
<TD ALIGN="LEFT">
<FONT POINT-SIZE="10" COLOR="#546e7a">2 channels × 1 chip × 1 die × 1 plane = 2 planes; pages of 2 KiB; a stripe is 2 pages (4 KiB)</FONT>
</TD>
</TR>
</TABLE>>];
	planes	[label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="3" CELLPADDING="1">
<TR>
<TD COLSPAN="2">
</TD>
<TD BGCOLOR="#eceff1" CELLPADDING="4">
<FONT POINT-SIZE="12" COLOR="#212121">
<B>channel 0</B>
</FONT>
</TD>
<TD BGCOLOR="#eceff1" CELLPADDING="4">
<FONT POINT-SIZE="12" COLOR="#212121">
<B>channel 1</B>
</FONT>
</TD>
</TR>
<TR>
<TD COLSPAN="2">
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="transparent">
<TR>
<TD WIDTH="56">
<FONT POINT-SIZE="10" COLOR="#546e7a">plane 0</FONT>
</TD>
</TR>
</TABLE>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="transparent">
<TR>
<TD WIDTH="56">
<FONT POINT-SIZE="10" COLOR="#546e7a">plane 0</FONT>
</TD>
</TR>
</TABLE>
</TD>
</TR>
<TR>
<TD>
<FONT POINT-SIZE="12" COLOR="#212121">
<B>chip 0</B>
</FONT>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="transparent">
<TR>
<TD HEIGHT="24">
<FONT POINT-SIZE="10" COLOR="#546e7a">die 0</FONT>
</TD>
</TR>
</TABLE>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="#90a4ae" BGCOLOR="#eceff1">
<TR>
<TD WIDTH="56" HEIGHT="24" BGCOLOR="#fef392">
<FONT POINT-SIZE="12" COLOR="#212121">0  2</FONT>
</TD>
</TR>
</TABLE>
</TD>
<TD>
<TABLE BORDER="1" CELLBORDER="1" CELLSPACING="2" CELLPADDING="1" COLOR="#90a4ae" BGCOLOR="#eceff1">
<TR>
<TD WIDTH="56" HEIGHT="24" BGCOLOR="#a280aa">
<FONT POINT-SIZE="12" COLOR="#212121">1  3</FONT>
</TD>
</TR>
</TABLE>
</TD>
</TR>
</TABLE>>];
	heading:sw -> planes:nw	[style=invis,
		weight=100];
	legend	[label=<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="1">
<TR>
<TD CELLPADDING="3">
<FONT POINT-SIZE="10" COLOR="#546e7a">first page of each plane:</FONT>
</TD>
<TD CELLPADDING="3">
<FONT POINT-SIZE="10" COLOR="#546e7a">0</FONT>
</TD>
<TD WIDTH="18" BGCOLOR="#fef392">
</TD>
<TD WIDTH="18" BGCOLOR="#e1ef96">
</TD>
<TD WIDTH="18" BGCOLOR="#c4e9a3">
</TD>
<TD WIDTH="18" BGCOLOR="#aae2b3">
</TD>
<TD WIDTH="18" BGCOLOR="#96d8be">
</TD>
<TD WIDTH="18" BGCOLOR="#91cdc3">
</TD>
<TD WIDTH="18" BGCOLOR="#92c2c6">
</TD>
<TD WIDTH="18" BGCOLOR="#96b7c6">
</TD>
<TD WIDTH="18" BGCOLOR="#9cabc5">
</TD>
<TD WIDTH="18" BGCOLOR="#a09ec1">
</TD>
<TD WIDTH="18" BGCOLOR="#a390b8">
</TD>
<TD WIDTH="18" BGCOLOR="#a280aa">
</TD>
<TD CELLPADDING="3">
<FONT POINT-SIZE="10" COLOR="#546e7a">1</FONT>
</TD>
</TR>
</TABLE>>];
	planes:sw -> legend:nw	[style=invis,
		weight=100];
}
)GOLDEN";
  EXPECT_EQ(by_tags(draw(drive({2, 1, 1, 1, 64, 64}, {kC, kD, kP, kW}), View::kAllocation, Format::kDot, {4}).bytes), golden);
}

TEST(Draw, TitlesTheSvgDocument) {
  const std::string svg = draw(first_drive(), View::kAllocation, Format::kSvg).bytes;
  EXPECT_LT(svg.find("<title>Where Test puts its logical pages 0 to 127</title>"), svg.find("<g "));
}

TEST(Draw, TakesNoTextOfTheUsersForMarkup) {
  Design d = striped_drive();
  d.name = "a<b>&\"c\"\\N\\G]]>\x01é";
  d.nand.name = "<TABLE>\\N";
  d.allocation.map[0].text = "if lpn < 3 and \"x\" > \\L then " + std::string(500, 'y');
  const std::string svg = draw(d, View::kAllocation, Format::kSvg).bytes;
  EXPECT_NE(svg.find("font-size=\"16.00\" fill=\"#212121\">Where a&lt;b&gt;&amp;&quot;c&quot;\\N\\G]]&gt; é puts"), std::string::npos);
  EXPECT_NE(svg.find("channel: if lpn &lt; 3 and &quot;x&quot; &gt; \\L then yyy"), std::string::npos);
  EXPECT_NE(svg.find("y…<"), std::string::npos);
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  const std::string tree = draw(d, View::kTree, Format::kSvg).bytes;
  EXPECT_NE(tree.find(">&lt;TABLE&gt;\\N (MLC)<"), std::string::npos);
  EXPECT_NE(tree.find(">a&lt;b&gt;&amp;&quot;c&quot;\\N\\G]]&gt; é<"), std::string::npos);
}

TEST(Draw, ColoursRunFromLightToDarkAndKeepBlackReadable) {
  double lightest = 1, before = 2;
  for (int i = 0; i <= 100; ++i) {
    const std::string colour = tint(i / 100.0);
    ASSERT_EQ(colour.size(), 7u);
    const auto linear = [&](int at) {
      const double v = std::stoi(colour.substr(static_cast<std::size_t>(at), 2), nullptr, 16) / 255.0;
      return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    lightest = 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
    EXPECT_LT(lightest, before + 1e-3) << i;
    EXPECT_GT((lightest + 0.05) / 0.05, 6) << i;
    before = lightest;
  }
}

TEST(Draw, WritesQuantities) {
  EXPECT_EQ(time_text(175), "175 ns");
  EXPECT_EQ(time_text(71'375), "71.375 µs");
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(rate_text(327'680'000), "327.7 MB/s");
  EXPECT_EQ(counted(1, "chip"), "1 chip");
  EXPECT_EQ(wrap("aa bb cc", 5), (std::vector<std::string>{"aa bb", "cc"}));
  EXPECT_EQ(shorten("äöüß", 3), "äö…");
  EXPECT_EQ(shorten("äöü", 3), "äöü");
}

}  // namespace
}  // namespace ssd::draw
