// Every limit of the table: a text at the limit is accepted, and one beyond it gets the message that the table names.
// docs/limits.md lists the same limits.
#include "runtime/base/limits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>

#include "tests/paths.h"
#include "tests/unit/parse_texts.h"
#include "tests/unit/sema_texts.h"

namespace ssd {
namespace {

using Files = std::map<std::string, std::string>;

// Files with a given number of the limited thing. Where the number of a text is not the number that is limited (steps,
// operations), `below` and `above` are the numbers of the texts on either side of the limit; 0: the limit itself and
// one more.
struct Case {
  std::string_view limit;
  std::function<Files(std::size_t)> files;
  std::size_t below = 0, above = 0;
};

// `n` pieces in which `#` is replaced by their number, counted from 0.
std::string numbered(std::string_view piece, std::size_t n, std::string_view between = "") {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    if (i != 0) text += between;
    for (const char c : piece) c == '#' ? text += std::to_string(i) : text += c;
  }
  return text;
}

// Pieces of which each names the next one; the last one names nothing.
std::string chained(std::size_t n, const std::function<std::string(std::size_t, bool)>& piece) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += piece(i, i + 1 == n);
  return text;
}

Files one(std::string text) { return {{"main.ssd", std::move(text)}}; }

Files imports(std::size_t n, bool nested) {
  Files files{{"main.ssd", nested ? "import \"f1.ssd\"\n" : ""}};
  for (std::size_t i = 1; i < n; ++i) {
    const bool last = i + 1 == n;
    files[fmt::format("f{}.ssd", i)] = nested && !last ? fmt::format("import \"f{}.ssd\"\n", i + 1) : "const a = 1\n";
    if (!nested) files["main.ssd"] += fmt::format("import \"f{}.ssd\"\n", i);
    if (!nested) files[fmt::format("f{}.ssd", i)] = fmt::format("const a{} = 1\n", i);
  }
  return files;
}

// A map that never repeats, so that every logical page is checked.
std::string unrepeated_map(std::size_t pages) {
  return fmt::format(
      "design D {{ geometry {{ channels: 2 chips: 1 dies: 1 planes: 1 blocks: 40000 pages: 1024 page: 512B spare: 0B "
      "}}\n"
      "capacity {{ logical: {}B }} allocation: static map(lpn) {{ channel: if lpn < 33554432 then 0 else 1  chip: 0  "
      "die: 0  plane: 0 }} }}",
      pages * 512);
}

std::string shares(std::size_t n) {
  const std::size_t rest = 10'000 - 39 * (n - 1);  // in hundredths of a percent
  return numbered("0.39%: 4KiB, ", n - 1) + fmt::format("{}.{:02}%: 4KiB", rest / 100, rest % 100);
}

std::string doubling(std::size_t n) {
  std::string text = "fn f0(x: int) = x\n";
  for (std::size_t i = 1; i <= n; ++i) text += fmt::format("fn f{0}(x: int) = f{1}(x) + f{1}(x)\n", i, i - 1);
  return text + fmt::format("const a = f{}(1)\n", n);
}

std::vector<Case> language_cases() {
  return {
      {"kLargestFile", [](std::size_t n) { return one("const a = 1\n" + std::string(n - 12, ' ')); }},
      {"kMostTokens",
       [](std::size_t n) {
         return one(numbered("const c# = 1\n", n / 4 - 1) + (n % 4 == 0 ? "const z = 1" : "const z = -1"));
       }},
      {"kMostErrors", [](std::size_t n) { return one(numbered("param p# = 1\n", n)); }},
      {"kLongestName", [](std::size_t n) { return one("const " + std::string(n, 'x') + " = 1"); }},
      {"kLongestLiteral", [](std::size_t n) { return one("const a = \"" + std::string(n - 2, 'x') + "\""); }},
      {"kDeepestNesting",
       [](std::size_t n) { return one("const a = " + std::string(n, '(') + "1" + std::string(n, ')')); }},
      {"kMostOperators", [](std::size_t n) { return one("const a = 1" + numbered(" + 1", n)); }},
      {"kLongestList", [](std::size_t n) { return one("fn f(" + numbered("x#", n, ", ") + ") = 1"); }},
      {"kMostItems", [](std::size_t n) { return one("const a = [[" + numbered("#", n - 1, ", ") + "]]"); }},
      {"kMostArguments", [](std::size_t n) { return one("const a = min(" + numbered("#", n, ", ") + ")"); }},
      {"kDeepestEvaluation",
       [](std::size_t n) {
         return one(chained(n - 1,
                            [](std::size_t i, bool last) {
                              return fmt::format("fn f{}(x: int) = {}\n", i, last ? "x" : fmt::format("f{}(x)", i + 1));
                            }) +
                    "const a = f0(1)");
       }},
      {"kDeepestReference",
       [](std::size_t n) {
         return one(chained(n, [](std::size_t i, bool last) {
           return fmt::format("const c{} = {}\n", i, last ? "1" : fmt::format("c{}", i + 1));
         }));
       }},
      {"kMostSteps", [](std::size_t n) { return one(doubling(n)); }, 16, 20},
  };
}

std::vector<Case> design_cases() {
  return {
      {"kMostOperations",
       [](std::size_t n) {
         return one("design D { gc { trigger: " + numbered("free_pages == 7 * # + 1", n, " or ") + " } }");
       },
       150, 200},
      {"kMostPagesProved", [](std::size_t n) { return one(unrepeated_map(n)); }},
      {"kMostKeys", [](std::size_t n) { return one("design D { " + numbered("k#: 1  ", n) + "}"); }},
      {"kMostStreams",
       [](std::size_t n) {
         return one("design D { allocation: dynamic { order: channel > die > plane > chip  streams: [" +
                    numbered("s#", n, ", ") + "]  stream(r): s0 } }");
       }},
      {"kMostSubpages",
       [](std::size_t n) {
         return one(
             fmt::format("design D {{ geometry {{ page: {}B  spare: 0B }} ftl {{ unit: 512B }} allocation: dynamic "
                         "channel > die > plane > chip  buffer {{ size: 1MiB }} }}",
                         512 * n));
       }},
      {"kMostUnitsOfProgram",
       [](std::size_t n) {
         const std::size_t units = n % 13 == 0 ? 13 : 16;  // of a page; so 64 and 65 are both possible
         return one(
             fmt::format("design D {{ geometry {{ pages: 640  page: {}B  spare: 0B }} nand {{ program_unit: {} }} "
                         "ftl {{ unit: 512B }} allocation: dynamic channel > die > plane > chip  "
                         "buffer {{ size: 1MiB }} }}",
                         512 * units, n / units));
       }},
      {"kMostTables", [](std::size_t n) { return one("design D { tables { " + numbered("t# { } ", n) + "} }"); }},
      {"kMostFlows", [](std::size_t n) { return one("workload W { " + numbered("flow f# { } ", n) + "}"); }},
      {"kMostOptions", [](std::size_t n) { return one("workload W { requests: 1  size: mix(" + shares(n) + ") }"); }},
      {"kDeepestImport", [](std::size_t n) { return imports(n, true); }},
      {"kMostFiles", [](std::size_t n) { return imports(n, false); }},
      {"kLongestChain",
       [](std::size_t n) {
         return one("design D0 { }\n" + chained(n - 1, [](std::size_t i, bool) {
                      return fmt::format("design D{} from D{} {{ }}\n", i + 1, i);
                    }));
       }},
      {"kMostDesigns",
       [](std::size_t n) { return one(numbered("design D# { geometry { blocks: 16 pages: 4 } }\n", n)); }},
  };
}

// So many consts, each of which takes half a million steps.
std::string working(std::size_t n) {
  std::string text = "fn f0(x: int) = x\n";
  for (std::size_t i = 1; i <= 16; ++i) text += fmt::format("fn f{0}(x: int) = f{1}(x) + f{1}(x)\n", i, i - 1);
  return text + numbered("const a# = f16(#)\n", n);
}

// So many designs with different maps that must be checked page by page.
std::string unlike_maps(std::size_t n) {
  return numbered(
      "design D# { geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 16384 pages: 256 page: 512B spare: 0B }\n"
      "allocation: static map(lpn) { channel: (lpn + lpn % 7919 / (lpn + 1 + #)) % 2  chip: 0  die: 0  plane: 0 } }\n",
      n);
}

// An experiment with an axis of so many values, and a design that uses them.
std::string axis(std::size_t values, std::size_t seeds) {
  return "param size: int = 16\ndesign D { geometry { blocks: size pages: 8 } }\nworkload W { requests: 1 }\n" +
         fmt::format("experiment E {{ vary size: [{}]  seeds: {}  measure response.mean }}",
                     numbered("10#", values, ", "), seeds);
}

std::string claimed_for_each(std::size_t values) {
  const std::string text = axis(values, 1);
  return text.substr(0, text.size() - 1) + " expect \"it\" each size: mean(response.mean) > 0ns }";
}

std::vector<Case> number_cases() {
  return {
      {"kMostStepsInAll", [](std::size_t n) { return one(working(n)); }, 10, 30},
      {"kMostTried", [](std::size_t n) { return one(unlike_maps(n)); }, 4, 100},
      {"kMostGraphNodes",
       [](std::size_t n) {
         const std::string lets = numbered("let x# = (lpn + #) / 3 % 5\n", n);
         return one("design D { allocation: static map(lpn) { " + lets +
                    " channel: lpn % 4  chip: lpn / 4 % 4  die: lpn / 16 % 2  plane: lpn / 32 % 2 } }");
       },
       1000, 1400},
      {"kMostPhysicalPages",
       [](std::size_t n) {
         return one(fmt::format(
             "design D {{ geometry {{ channels: 64 chips: 64 dies: 1 planes: 1 blocks: {} pages: 64 }} }}", n));
       },
       16'383, 16'384},
      {"kMostWeight",
       [](std::size_t n) {
         return one(
             fmt::format("design D {{ host {{ queues: 2  outstanding: 8  arbitration: weighted([{}, 1]) }} }}", n));
       }},
      {"kMostHandle", [](std::size_t n) { return one(fmt::format("workload W {{ handle: {} }}", n)); }},
      {"kMostSlots",
       [](std::size_t n) {
         return one(fmt::format("design D {{ buffer {{ size: {}KiB }} host {{ complete_write: buffered }} }}", 2 * n));
       }},
      {"kLongestLatency",
       [](std::size_t n) {
         return one(fmt::format("design D {{ nand {{ read(p): if p.index == 3 then {}ns else 1us }} }}", n));
       }},
      {"kLargestByteTime",
       [](std::size_t n) { return one(fmt::format("design D {{ nand {{ bus {{ cycle: 1ns / {} }} }} }}", n)); }},
      {"kMostPoints", [](std::size_t n) { return one(axis(n, limits::kMostSeeds)); }, 100, 101},
      {"kMostChecked", [](std::size_t n) { return one(axis(n - 1, 1)); }},  // the workload counts as one as well
      {"kMostEach", [](std::size_t n) { return one(claimed_for_each(n)); }},
      {"kMostSeeds", [](std::size_t n) { return one(axis(1, n)); }},
      {"kLargestSpeedTerm",
       [](std::size_t n) {
         return one(fmt::format("workload W {{ trace: \"t.csv\"  speed: 1.0 + 1.0 / {} }}", n - 1));
       }},
  };
}

std::vector<Case> cases() {
  std::vector<Case> all = language_cases();
  for (auto* more : {&design_cases, &number_cases}) {
    for (Case& c : more()) all.push_back(std::move(c));
  }
  return all;
}

// Limits that no text can reach: the test that reaches the limit, and goes one beyond it.
struct Elsewhere {
  std::string_view limit, suite, test;
};
constexpr std::array kElsewhere{
    Elsewhere{"kMostRequests", "Generators", "LimitsAreReached"},
    Elsewhere{"kMostRequestBytes", "Generators", "LimitsAreReached"},
    Elsewhere{"kLatest", "Generators", "LimitsAreReached"},
    Elsewhere{"kMostRecords", "Files", "TooManyRequestsAreRefused"},
    Elsewhere{"kHighestAddress", "Requests", "LimitsAreReached"},
    Elsewhere{"kLongestLine", "Files", "LimitsAreReached"},
    Elsewhere{"kMostHosts", "Files", "LimitsAreReached"},
};

bool is_a_test(std::string_view suite, std::string_view name) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& here = *all.GetTestSuite(i);
    for (int k = 0; here.name() == suite && k < here.total_test_count(); ++k) {
      if (here.GetTestInfo(k)->name() == name) return true;
    }
  }
  return false;
}

bool told(const Files& files, std::string_view code) {
  const std::string codes = check_texts(files)->codes() + " ";
  return codes.find(std::string(code) + " ") != std::string::npos;
}

TEST(LimitsTable, EachIsReachedAndOneMoreIsTold) {
  // E0137 E0138 E0150 E0151 E0152 E0156 E0288 and all the others.
  for (const Limit& limit : kLimits) {
    if (limit.code.empty()) continue;
    if (const auto other = std::ranges::find(kElsewhere, limit.name, &Elsewhere::limit); other != kElsewhere.end()) {
      EXPECT_TRUE(is_a_test(other->suite, other->test)) << limit.name;
      continue;
    }
    const auto all = cases();
    const auto found = std::ranges::find(all, limit.name, &Case::limit);
    ASSERT_NE(found, all.end()) << limit.name << " has no case";
    ASSERT_NE(diag::find_row(limit.code), nullptr) << limit.name;
    EXPECT_FALSE(told(found->files(found->below == 0 ? limit.most : found->below), limit.code)) << limit.name;
    EXPECT_TRUE(told(found->files(found->above == 0 ? limit.most + 1 : found->above), limit.code)) << limit.name;
  }
}

TEST(LimitsTable, WhatIsAcceptedHasNoError) {
  for (const Case& c : cases()) {
    const auto row = std::ranges::find(kLimits, c.limit, &Limit::name);
    ASSERT_NE(row, kLimits.end()) << c.limit << " is not a row of the table";
    if (c.limit == "kMostErrors" || c.limit == "kMostKeys")
      continue;  // errors of another kind are counted, or unavoidable
    const auto result = check_texts(c.files(c.below == 0 ? row->most : c.below));
    EXPECT_FALSE(result->sink.has_errors()) << c.limit << ": " << result->text().substr(0, 1000);
  }
}

// Two hundred proofs would take some forty thousand million operations, five times the limit.
TEST(Effort, EqualMapsAreProvedOnce) {
  std::string text = unlike_maps(1);
  for (int i = 1; i < 200; ++i)
    text += fmt::format("design E{} from D0 {{ gc {{ trigger: free_blocks < {} }} }}\n", i, 2 + i);
  const auto result = check_text(text);
  EXPECT_FALSE(result->sink.has_errors()) << result->text().substr(0, 1000);
  EXPECT_EQ(result->checked.designs.size(), 200U);
}

// If the points of an experiment need more operations than are left, this is not an error of the file.
TEST(Effort, PointsTakeWhatIsLeft) {
  const auto result = check_text(
      "param n: int = 1\n"
      "design D { geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 16384 pages: 256 page: 512B spare: 0B }\n"
      "allocation: static map(lpn) { channel: (lpn + lpn % 7919 / (lpn + n)) % 2  chip: 0  die: 0  plane: 0 } }\n"
      "workload W { requests: 1 }\n"
      "experiment E { vary n: [" +
      numbered("1#", 100, ", ") +
      "]  measure response.mean }\n"
      "experiment F { vary n: [2, 3]  measure response.mean }");
  EXPECT_EQ(result->codes(), "W0327 W0327") << result->text().substr(0, 1000);
  EXPECT_EQ(result->checked.experiments.size(), 2U);
}

// A mistake in a design that many others inherit is reported and stored once.
TEST(Effort, InheritedMistakesAreKeptOnce) {
  std::string text = "design B { chanels: 4 }\n" + numbered("design D# from B { }\n", 500);
  EXPECT_EQ(check_text(std::move(text))->codes(), "E0201");
}

// kMostShown has no message of its own: the other diagnostics are counted.
TEST(LimitsTable, OfManyDiagnosticsTheFirstAreShown) {
  for (const std::size_t more : {0, 1}) {
    const auto result = check_text(numbered("const c# = unknown#\n", limits::kMostShown + more));
    EXPECT_EQ(result->sink.error_count(), limits::kMostShown + more);
    EXPECT_EQ(result->text().find("and 1 more") != std::string::npos, more == 1);
  }
}

TEST(LimitsTable, IsWhatThePageSays) {
  std::ifstream in(tests::source_dir() / "docs" / "limits.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const Limit& limit : kLimits) {
    const std::string code = limit.code.empty() ? "" : fmt::format("`{}`", limit.code);
    const std::string row = fmt::format("| {} | {} | {} | {} |", limit.what, limit.most, code, limit.way_out);
    EXPECT_NE(page.find(row), std::string::npos) << "docs/limits.md lacks: " << row;
  }
}

// What has no limit of its own is bounded by the number of words of a file, and takes time in proportion.
TEST(LimitsTable, GeneratedFilesAreNoBurden) {
  EXPECT_TRUE(told(one("const a = " + std::string(20'000, '(') + "1" + std::string(20'000, ')')), "E0010"));
  EXPECT_TRUE(told(one(std::string(50U << 20, ' ')), "E0002"));
  EXPECT_TRUE(told(one("design D { " + numbered("k#: 1 ", 1'000'000) + "}"), "E0002"));
  EXPECT_TRUE(told(one("design D { " + repeated("k: 1 ", 130'000) + "}"), "E0203"));
  EXPECT_TRUE(told(one(numbered("const a# = b#\n", 90'000)), "E0101"));
  EXPECT_TRUE(told(one(numbered("design D# from E# { }\n", 60'000)), "E0213"));
  EXPECT_TRUE(told(one(numbered("fn f#(x: typ#) = y#\n", 30'000)), "E0121"));
}

}  // namespace
}  // namespace ssd
