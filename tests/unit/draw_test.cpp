// Properties of all pictures: they stay small and state what they leave out, each format is written, no text of the
// user becomes markup, colours are readable, quantities have units. Also the facts that the tree shows.
#include "compiler/draw/draw.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "compiler/draw/fold.h"
#include "compiler/draw/palette.h"
#include "compiler/draw/text.h"
#include "tests/unit/draw_designs.h"

namespace ssd::draw {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
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
  for (const char* fact : {"4 channels, 16 chips",
                           "32 dies, 64 planes",
                           "flash: 16 GiB",
                           "logical: 14.4 GiB",
                           "all buses: 160 MB/s",
                           "32 units read 918.2 MB/s",
                           "32 units program 259.1 MB/s",
                           "one bus of 40 MB/s",
                           "command: 175 ns",
                           "page and spare: 52.8 µs",
                           "its dies work in parallel",
                           "unit: one operation at a time",
                           "Part (MLC)",
                           "tR 20 µs, tPROG 200 µs",
                           "tBERS 1.5 ms",
                           "2048 blocks of 64 pages",
                           "256 MiB",
                           "page: 2 KiB + 64 B spare",
                           ">channel 3<",
                           ">plane 1<"}) {
    EXPECT_NE(svg.find(fact), std::string::npos) << fact;
  }
  Design whole_chip = first_drive();
  whole_chip.config.interleave = false;
  const std::string slower = draw(whole_chip, View::kTree, Format::kSvg).bytes;
  EXPECT_NE(slower.find("16 units read 459.1 MB/s"), std::string::npos);
  EXPECT_NE(slower.find("its chip&#39;s dies take turns"), std::string::npos);
}

TEST(Draw, TreeTellsUnitsWordLinesAndSuperblocks) {
  const std::string plain = draw(first_drive(), View::kTree, Format::kSvg).bytes;
  Design d = first_drive();
  d.geometry.subpages = d.geometry.program_pages = 2;
  d.gc.superblock = design::CollectionScope::kDie;
  const std::string svg = draw(d, View::kTree, Format::kSvg).bytes;
  for (const char* fact : {"2 map units of 1 KiB a page", "a program takes 2 pages", "65536 superblocks of 2 planes"}) {
    EXPECT_NE(svg.find(fact), std::string::npos) << fact;
    EXPECT_EQ(plain.find(fact), std::string::npos) << fact;
  }
  d = first_drive();
  d.lock_step = 2;
  EXPECT_NE(draw(d, View::kTree, Format::kSvg).bytes.find("2 planes work in lock step"), std::string::npos);
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

TEST(Draw, TitlesTheSvgDocument) {
  const std::string svg = draw(first_drive(), View::kAllocation, Format::kSvg).bytes;
  EXPECT_LT(svg.find("<title>Where Test puts its logical pages 0 to 127</title>"), svg.find("<g "));
}

TEST(Draw, TakesNoTextOfTheUsersForMarkup) {
  Design d = striped_drive();
  d.name = "a<b>&\"c\"\\N\\G]]>\x01é";
  d.nand.name = "<TABLE>\\N";
  d.policies.by_hook[0].text = "if lpn < 3 and \"x\" > \\L then " + std::string(500, 'y');
  const std::string svg = draw(d, View::kAllocation, Format::kSvg).bytes;
  EXPECT_NE(svg.find("font-size=\"16.00\" fill=\"#212121\">Where a&lt;b&gt;&amp;&quot;c&quot;\\N\\G]]&gt;�é puts"),
            std::string::npos);
  EXPECT_NE(svg.find("channel: if lpn &lt; 3 and &quot;x&quot; &gt; \\L then yyy"), std::string::npos);
  EXPECT_NE(svg.find("y…<"), std::string::npos);
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  const std::string tree = draw(d, View::kTree, Format::kSvg).bytes;
  EXPECT_NE(tree.find(">&lt;TABLE&gt;\\N (MLC)<"), std::string::npos);
  EXPECT_NE(tree.find(">a&lt;b&gt;&amp;&quot;c&quot;\\N\\G]]&gt;�é<"), std::string::npos);
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
