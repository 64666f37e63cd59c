// The picture of an allocation against the map itself: what stands in each cell is worked out here from design::place()
// alone, page by page, and then looked for in what Graphviz wrote. A picture that shows a page in the wrong plane is
// worse than none.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "compiler/draw/draw.h"
#include "compiler/draw/page_list.h"
#include "tests/unit/draw_designs.h"

namespace ssd::draw {
namespace {

std::map<std::uint64_t, std::vector<std::uint64_t>> pages_by_plane(const Design& d, std::uint64_t count) {
  std::map<std::uint64_t, std::vector<std::uint64_t>> pages;
  for (std::uint64_t lpn = 0; lpn < count; ++lpn)
    pages[design::plane_id(d.geometry, place(d.policies, lpn))].push_back(lpn);
  return pages;
}

// The texts of an SVG in their order. Numbers in a cell are kept apart by no-break spaces, which become plain ones
// here.
std::vector<std::string> texts_of(const std::string& svg) {
  std::vector<std::string> texts;
  for (auto at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
    const auto begin = svg.find('>', at) + 1;
    std::string text = svg.substr(begin, svg.find("</text>", begin) - begin);
    for (auto space = text.find("\u00A0"); space != std::string::npos; space = text.find("\u00A0"))
      text.replace(space, 2, " ");
    texts.push_back(text);
  }
  return texts;
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
      ASSERT_NE(at, texts.end()) << "channel " << channel << " chip " << chip << " die " << die << " plane " << plane
                                 << ": " << text;
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
  set_map(map, {digit(2, 4), digit(16, 2), digit(8, 2), digit(1, 2)});
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
  EXPECT_EQ(pages_to_show(small, 0).count, small.config.logical_pages);
  EXPECT_EQ(pages_to_show(small, ~std::uint64_t{0}).count, small.config.logical_pages);
}

TEST(Draw, NamesTheAllocation) {
  const std::string order = draw(first_drive(), View::kAllocation, Format::kSvg).bytes;
  EXPECT_NE(order.find(">static channel &gt; die &gt; plane &gt; chip<"), std::string::npos);
  const std::string map = draw(striped_drive(), View::kAllocation, Format::kSvg).bytes;
  EXPECT_NE(map.find("die: lpn / 256 % 2"), std::string::npos);
  EXPECT_NE(map.find("the map repeats after 512 pages (1 MiB)"), std::string::npos);
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
  d.config.logical_pages = d.geometry.physical_pages() / 2;
  const PageRange range = pages_to_show(d, d.config.logical_pages);
  EXPECT_LT(range.count, range.wanted);
  const Picture picture = draw(d, View::kAllocation, Format::kDot, {d.config.logical_pages});
  ASSERT_EQ(picture.notes.size(), 1u);
  EXPECT_EQ(picture.notes[0],
            fmt::format("only the first {} of {} logical pages are shown", range.count, d.config.logical_pages));
}

}  // namespace
}  // namespace ssd::draw
