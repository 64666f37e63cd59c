// `explain FILE` shows every key of the language's tables, with the value of the design or the default. A block such as
// `gc.replicate { … }` that is left out takes one line. The keys of `filled { … }` and similar blocks are shown where
// the block is written.
#include <gtest/gtest.h>

#include "compiler/check/sections/sections.h"
#include "tests/compile_text.h"

namespace ssd::check {
namespace {

bool shows(const design::Design& design, std::string_view section, const std::string& key) {
  return std::ranges::any_of(design.properties, [&](const design::Property& p) {
    return p.section == section && (p.key == key || p.key.starts_with(key + "(")) && !p.value.empty();
  });
}

bool shows_block(const design::Design& design, std::string_view section, const Key& key) {
  const std::span<const Key> keys = key.block();
  return std::ranges::all_of(
      keys, [&](const Key& inner) { return shows(design, section, fmt::format("{}.{}", key.name, inner.name)); });
}

void expect_every_key(const std::string& text) {
  const design::Design design = compile_text("design D { " + text + " }");
  std::size_t keys = 0;
  for (const Key& section : design_keys()) {
    if (section.block == table_keys) continue;  // a table is one line, and one for each of its events
    for (const Key& key : section.block()) {
      ++keys;
      const bool block = key.form == Form::kBlock && shows_block(design, section.name, key);
      EXPECT_TRUE(block || shows(design, section.name, std::string(key.name)))
          << section.name << "." << key.name << " of: " << text;
    }
  }
  EXPECT_GT(keys, 60U);
}

TEST(ExplainedKeys, AreThoseOfTheTables) {
  const std::string geometry = "geometry { channels: 4 chips: 2 dies: 1 planes: 1 } ";
  expect_every_key("");
  expect_every_key(geometry + "nand { bus { rate: 400MB/s  command: 100ns } } capacity { logical: 1GiB }");
  expect_every_key(geometry + "allocation: static map(n) { channel: n % 4  chip: n / 4 % 2  die: 0  plane: 0 }");
  expect_every_key(geometry +
                   "allocation: dynamic { order: channel > chip > die > plane  streams: [a, b]  stream(r): if r.pages "
                   "> 1 then a else b }");
  expect_every_key(geometry +
                   "allocation: dynamic { order: channel > chip > die > plane  cost(u): u.queued } gc { migrate: "
                   "any_idle { buffer: 4 } }");
  expect_every_key(geometry +
                   "gc { replicate { pages: 4 }  preempt: page  hard: free_blocks < 3 } wear { level: static { "
                   "threshold: 9 } allocate(b): b.erases }");
  expect_every_key(geometry + "buffer { size: 1MiB  readahead { pages: 9 } } start { state: filled { valid: 50% } }");
}

TEST(ExplainedKeys, TablesHaveALineForThemselvesAndForEachEvent) {
  const design::Design design = compile_text(
      "design D { tables { heat { of: lpn  values: 0 .. 9  on_write(w): min(heat[w.lpn] + 1, 9)  on_trim(t): 0 } "
      "mean { values: real  on_erase(b): mean * 0.5 } } }");
  std::vector<std::string> keys;
  for (const design::Property& p : design.properties) {
    if (p.section == "tables") keys.push_back(p.key);
  }
  EXPECT_EQ(keys,
            (std::vector<std::string>{"heat", "heat.on_write(w)", "heat.on_trim(t)", "mean", "mean.on_erase(b)"}));
}

// A default is shown as it would be written; where it cannot be written, in words.
TEST(ExplainedKeys, TellTheDefault) {
  const design::Design design = compile_text("design D { }");
  const auto value = [&](std::string_view section, std::string_view key) {
    const auto found = std::ranges::find_if(
        design.properties, [&](const design::Property& p) { return p.section == section && p.key == key; });
    return found == design.properties.end() ? std::string() : found->value;
  };
  EXPECT_EQ(value("gc", "hard"), "when a stream can get no page");
  EXPECT_EQ(value("gc", "replicate"), "no copies");
  EXPECT_EQ(value("wear", "allocate"), "the block that has been free longest");
  EXPECT_EQ(value("buffer", "readahead"), "no reading ahead");
  EXPECT_EQ(value("allocation", "streams"), "one stream of all writes");
  EXPECT_EQ(value("nand", "bus.rate"), "40MB/s");
  EXPECT_EQ(value("nand", "endurance"), "unlimited");
}

}  // namespace
}  // namespace ssd::check
