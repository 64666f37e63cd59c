// The library from inside: designs changed as text, and compared across files.
#include <gtest/gtest.h>

#include "tests/paths.h"
#include "tools/api/ssd.hpp"

namespace {

namespace api = ssd::api;

const std::string kTwo = "design A { geometry { channels: 2 }  gc { victim: greedy } }\ndesign B from A { }\n";

api::File file_of(const std::string& text, std::vector<std::pair<std::string, std::string>> definitions = {}) {
  auto file = api::check("memory.ssd", {.files = {{"memory.ssd", text}},
                                        .definitions = std::move(definitions),
                                        .standard_library = (ssd::tests::source_dir() / "stdlib").string()});
  EXPECT_TRUE(file) << file.text;
  return *file;
}

std::string edited(const std::string& design, const std::string& key, const std::string& value) {
  const auto text = file_of(kTwo).edited(design, key, value);
  EXPECT_TRUE(text) << text.text;
  return text ? *text : std::string();
}

// kTwo with one part in place of another.
std::string two_with(const std::string& before, const std::string& after) {
  std::string text = kTwo;
  return text.replace(text.find(before), before.size(), after);
}

}  // namespace

TEST(Edited, ReplacesTheKeyOrAddsIt) {
  EXPECT_EQ(file_of(kTwo).text(), kTwo);
  EXPECT_EQ(edited("A", "geometry.channels", "8"), two_with("channels: 2", "channels: 8"));
  EXPECT_EQ(edited("A", "gc.trigger", "free_pages < 8%"), two_with("greedy }", "greedy   trigger: free_pages < 8% }"));
  EXPECT_EQ(edited("B", "nand.bus.rate", "1GB/s"), two_with("A { }", "A {   nand { bus { rate: 1GB/s } } }"));
  EXPECT_EQ(edited("A", "start", "filled { valid: 60% }"),
            two_with("greedy } }", "greedy }   start: filled { valid: 60% } }"));
}

TEST(Edited, AValueThatMentionsTheParameterIsAFunction) {
  EXPECT_EQ(edited("A", "gc.victim", "b.invalid"), two_with("victim: greedy", "victim(b): b.invalid"));
  EXPECT_EQ(edited("A", "gc.victim(x)", "x.invalid"), two_with("victim: greedy", "victim(x): x.invalid"));
  EXPECT_EQ(edited("A", "gc.victim", "my_b"), two_with("victim: greedy", "victim: my_b"));
  EXPECT_EQ(edited("A", "gc.victim", "lib.b"), two_with("victim: greedy", "victim: lib.b"));
}

TEST(Edited, OnlyDesignsOfTheFileItself) {
  EXPECT_EQ(file_of(kTwo).edited("C", "gc.victim", "greedy").diagnostics.front().code, "E0309");
  const auto imported = file_of("import \"std/drives/femu.ssd\"\n");
  const auto refused = imported.edited(imported.designs().front(), "gc.victim", "greedy");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.diagnostics.front().code, "E0309");
  EXPECT_NE(refused.diagnostics.front().help.find("imported"), std::string::npos);
}

TEST(Diff, OfTwoFilesWithOtherDefinitions) {
  const auto same = file_of(kTwo).diff("A", file_of(kTwo), "B");
  ASSERT_TRUE(same) << same.text;
  EXPECT_TRUE(same->none);
  const auto other = file_of(kTwo).diff("A", file_of(kTwo, {{"geometry.channels", "4"}}), "A");
  ASSERT_TRUE(other) << other.text;
  ASSERT_EQ(other->changes.size(), 1U);
  EXPECT_EQ(other->changes[0].key, "channels");
  EXPECT_EQ(other->changes[0].before + " " + other->changes[0].after, "2 4");
  EXPECT_EQ(file_of(kTwo).diff("A", file_of(kTwo), "C").diagnostics.front().code, "E0309");
}
