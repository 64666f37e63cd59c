// Policies: what becomes of `key(x): EXPRESSION`, run as the engine runs it, and the sections that have policies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <vector>

#include "tests/unit/sema_texts.h"

namespace ssd {
namespace {

constexpr const char* kPolicies = "fn wise(w: command) = w.wasted == 0\nfn blind(w: command) = true\n";

std::unique_ptr<CheckedTexts> checked(const std::string& text) {
  return check_texts({{"main.ssd", text}, {"stdlib/policies.ssd", kPolicies}});
}

design::Design one(const std::string& text) {
  const auto result = checked(text);
  EXPECT_FALSE(result->sink.has_errors()) << result->text();
  return result->checked.designs.empty() ? design::Design{} : result->checked.designs.back();
}

i64 run(const design::Function& function, std::initializer_list<i64> inputs) {
  EXPECT_TRUE(function.given());
  const std::vector<i64> values(inputs);
  return function.given() ? evaluate(function.program(), values.data()) : -1;
}

// ---- latencies
// ------------------------------------------------------------------------------------------------------------

TEST(Latencies, KindsFollowTheCell) {
  // Twelve pages; lsb 10 ns, csb 20 ns, msb 30 ns, tsb 40 ns.
  const std::string read =
      "read(p): if p.kind == lsb then 10ns else if p.kind == csb then 20ns else if p.kind != msb then 40ns else 30ns";
  const std::map<std::string, std::vector<i64>> expected{
      {"MLC", {10, 30}}, {"TLC", {10, 20, 30}}, {"QLC", {10, 20, 30, 40}}};
  for (const auto& [cell, times] : expected) {
    const design::Design d = one("design D { geometry { pages: 12 } nand { cell: " + cell + "  " + read +
                                 " } gc { trigger: free_blocks < 3 } }");
    for (i64 page = 0; page < 12; ++page)
      EXPECT_EQ(run(d.policies[Hook::kReadTime], {page, 0, 0}), times[static_cast<u64>(page) % times.size()]) << cell;
    EXPECT_EQ(d.config.read, static_cast<Time>(std::ranges::max(times))) << "the longest";
  }
  const design::Design slc = one("design D { nand { " + read + " } }");
  EXPECT_FALSE(slc.policies[Hook::kReadTime].given()) << "all pages are alike";
  EXPECT_EQ(slc.config.read, 10U);
}

TEST(Latencies, ThePartMayNumberItsKinds) {
  const design::Design d =
      one("fn kinds(p: page) = if p.index < pages / 2 then lsb else tsb\n"
          "nand N { page_kind: kinds  program(p): if p.kind == tsb then 2ms else 1ms  erase(b): 3ms + min(b.erases, "
          "1000) * 1us }\n"
          "design D { geometry { pages: 8 } nand: N  gc { trigger: free_blocks < 3 } }");
  for (i64 page = 0; page < 8; ++page)
    EXPECT_EQ(run(d.policies[Hook::kProgramTime], {page, 0, 0}), page < 4 ? 1'000'000 : 2'000'000);
  EXPECT_EQ(run(d.policies[Hook::kEraseTime], {0, 8, 7}), 3'007'000);
  EXPECT_EQ(run(d.policies[Hook::kEraseTime], {0, 8, 5000}), 4'000'000);
  EXPECT_EQ(d.config.erase, 4'000'000U);
  EXPECT_EQ(d.config.program, 2'000'000U);
}

TEST(Latencies, RoundHalfUp) {
  const design::Design d =
      one("design D { nand { read(p): p.index * 0.5ns + p.block * 1ns  program(p): 10us + p.index / 3 * 1us } }");
  for (i64 page = 0; page < 64; ++page) {
    EXPECT_EQ(run(d.policies[Hook::kReadTime], {page, 5, 0}), 5 + (page + 1) / 2) << page;
    EXPECT_EQ(run(d.policies[Hook::kProgramTime], {page, 0, 0}), 10'000 + page / 3 * 1000) << "`/` on ints truncates";
  }
}

TEST(Latencies, StayWithinAnHour) {
  EXPECT_EQ(one("design D { nand { read(p): 10us + p.erases * 1us } }").policies[Hook::kReadTime].checks.size(), 1U)
      << "hours only after many erases";
  EXPECT_EQ(checked("design D { nand { read(p): 10us - p.index * 1us } }")->codes(), "E0204");
  EXPECT_EQ(checked("design D { nand { read(p): 100us - p.index * 1us } }")->codes(), "");
  EXPECT_EQ(checked("design D { nand { read(p): if p.index % 2 == 0 then 5us * (p.index % 2) else 1us } }")->codes(),
            "");
}

TEST(Latencies, OfAPartAloneAreCheckedForTypesOnly) {
  EXPECT_EQ(
      checked("nand N { read(p): 100us - p.index * 1us  program(p): 1ms / (1 + p.index / (pages - 1)) }")->codes(), "");
  EXPECT_EQ(checked("nand N { read(p): 1us * (p.index / (pages - 1) + p.erases) * 1000000 }")->codes(), "");
  EXPECT_EQ(checked("nand N { read(p): p.index }")->codes(), "E0105");
}

TEST(Nand, EnergyIsInFemtojoules) {
  const design::Design d =
      one("design D { nand { endurance: 3_000  energy { read: 6uJ  program: 48uJ  erase: 190uJ  transfer_per_byte: "
          "12.5pJ  idle: 8mW } } }");
  EXPECT_EQ(d.energy, (design::Energy{6'000'000'000, 48'000'000'000, 190'000'000'000, 12'500, 8'000}));
  EXPECT_EQ(d.config.endurance, 3000U);
}

// ---- priorities
// -----------------------------------------------------------------------------------------------------------

constexpr const char* kSmall =
    "geometry { channels: 4 chips: 2 dies: 2 planes: 2 blocks: 64 pages: 16 page: 4KiB } capacity { overprovision: 40% "
    "} ";

design::Design scheduled(const std::string& text) {
  return one(std::string("design D { ") + kSmall + "schedule { " + text + " } }");
}

// is_read is_write is_erase is_gc is_host waited pages channel chip die plane.
i64 priority(const design::Design& d, i64 is_read, i64 is_gc, i64 waited, i64 pages = 1, i64 channel = 0) {
  return run(d.policies[Hook::kPriority], {is_read, 0, 0, is_gc, 1 - is_gc, waited, pages, channel, 0, 0, 0});
}

TEST(Priority, ClassesByWhatIsRead) {
  const std::map<std::string, PriorityClass> expected{
      {"priority: 3", PriorityClass::kConstant},
      {"priority(op): if channels == 4 then 1 else op.pages", PriorityClass::kConstant},
      {"priority(op): if op.is_read then 2 else 1", PriorityClass::kByKind},
      {"priority(op): if op.is_gc and not op.is_erase then 2us else 1ns", PriorityClass::kByKind},
      {"priority(op): if op.is_read then op.pages else 1", PriorityClass::kFixed},
      {"priority(op): op.waited", PriorityClass::kByAge},
      {"priority(op): op.unit.channel % 2", PriorityClass::kFixed},
      {"priority(op): 100 / (op.pages - 1)", PriorityClass::kGeneral},
      {"priority(op): op.pages + op.unit.queued", PriorityClass::kGeneral},
      {"priority(op): if op.is_read then 2 else if op.waited > 5ms then 2 else if op.is_gc then 0 else 1",
       PriorityClass::kByAge},
      {"priority(op): op.waited - (if op.is_read and op.is_host then 1ms else 10ms)", PriorityClass::kByAge},
      {"priority(op): op.waited / 1ms * (if op.is_gc then 0.5 else 2)", PriorityClass::kByAge},
      {"priority(op): min(op.waited, 1ms) + op.unit.busy_for", PriorityClass::kByAge},
      {"priority(op): if op.waited <= 1ms then 0us else op.waited", PriorityClass::kByAge},
      {"priority(op): if op.waited > 1ms then 1 else if op.is_read then 2 else 0", PriorityClass::kGeneral},
      {"priority(op): 0us - op.waited", PriorityClass::kGeneral},
      {"priority(op): op.waited % 1ms", PriorityClass::kGeneral},
      {"priority(op): op.waited * (if op.is_gc then 0 - 1 else 1)", PriorityClass::kGeneral},
      {"priority(op): log2(1 + op.waited / 1us)", PriorityClass::kGeneral},
      {"priority(op): op.waited / (1 + op.unit.queued % 5 - 3)", PriorityClass::kGeneral},
  };
  for (const auto& [text, kind] : expected) {
    const design::Design d = scheduled(text);
    EXPECT_EQ(d.config.priority_class, kind) << text;
    EXPECT_EQ(d.policies[Hook::kPriority].given(), kind != PriorityClass::kConstant) << text;
  }
}

TEST(Priority, ByKindIsATableOfWhatThereIs) {
  const Config c =
      design::config(scheduled("priority(op): if op.is_erase then 0 else if op.is_gc then (if op.is_write then 3 else "
                               "2) else if op.is_read then 9 else 5"));
  EXPECT_EQ(std::vector<i64>(std::begin(c.priority_of_kind), std::end(c.priority_of_kind)),
            (std::vector<i64>{9, 5, 2, 2, 3, 0}));
  EXPECT_EQ(checked("design D { schedule { priority(op): [4, 2][if op.is_erase then 2 else 1] } }")->codes(), "E0130")
      << "no run could begin an erase";
}

TEST(Priority, UnitsAndFractionsKeepTheirOrder) {
  const design::Design d =
      scheduled("priority(op): if op.is_read then 2.5 else if op.waited > 1.5us then 2.75 else op.pages / 4.0");
  EXPECT_GT(priority(d, 0, 0, 1501), priority(d, 1, 0, 0)) << "2.75 and 2.5";
  EXPECT_GT(priority(d, 1, 0, 0), priority(d, 0, 0, 1500, 9)) << "2.5 and 2.25: 1.5 us is not above 1.5 us";
  EXPECT_LT(priority(d, 1, 0, 0), priority(d, 0, 0, 1500, 12)) << "2.5 and 3";
  const design::Design t = scheduled("priority(op): op.waited * 3 + op.pages * 2us - max(op.waited, 5us) / 2");
  const auto exact = [](i64 waited, i64 pages) {
    return 6 * waited + 2 * pages * 2000 - std::max<i64>(waited, 5000);
  };  // in half ns
  for (const i64 waited : {0, 1, 4999, 5000, 5001, 700'001}) {
    for (const i64 pages : {1, 2, 77}) EXPECT_EQ(priority(t, 0, 0, waited, pages), exact(waited, pages));
  }
}

TEST(Priority, SharesAndRoundingAreExact) {
  const design::Design d =
      scheduled("priority(op): floor(op.waited / 3us) * 10 + ceil(op.pages * 30%) + int(real(op.pages) / 7)");
  for (const i64 waited : {0, 2999, 3000, 8999}) {
    for (const i64 pages : {1, 3, 10, 11, 70})
      EXPECT_EQ(priority(d, 0, 0, waited, pages), waited / 3000 * 10 + (pages * 3 + 9) / 10 + pages / 7);
  }
}

// Random expressions with units, beside the same computed in exact fractions: equal up to one factor, so the order is
// the same.
class RandomScores {
 public:
  struct Made {
    std::string text;
    std::function<double(double, double)> value;  // of waited in us and pages
  };
  explicit RandomScores(u64 seed) : state_(seed) {}

  // In us; all numbers are small multiples of powers of two, so doubles are exact.
  Made time(int depth) {
    if (depth == 0) {
      if (random(2) == 0) return {"op.waited", [](double w, double) { return w; }};
      const auto n = static_cast<double>(random(40));
      return {fmt::format("{}us", n / 4), [n](double, double) { return n / 4; }};
    }
    const Made a = time(depth - 1), b = time(depth - 1), n = number(depth - 1);
    switch (random(6)) {
      case 0:
        return {"(" + a.text + " + " + b.text + ")", [=](double w, double p) { return a.value(w, p) + b.value(w, p); }};
      case 1:
        return {"(" + a.text + " - " + b.text + ")", [=](double w, double p) { return a.value(w, p) - b.value(w, p); }};
      case 2:
        return {"max(" + a.text + ", " + b.text + ")",
                [=](double w, double p) { return std::max(a.value(w, p), b.value(w, p)); }};
      case 3: return {"(" + a.text + " / 4)", [=](double w, double p) { return a.value(w, p) / 4; }};
      case 4: return {"(" + n.text + " * 2us)", [=](double w, double p) { return n.value(w, p) * 2; }};
      default:
        return {"(if " + a.text + " < " + b.text + " then " + b.text + " else " + a.text + " * 0.5)",
                [=](double w, double p) { return a.value(w, p) < b.value(w, p) ? b.value(w, p) : a.value(w, p) / 2; }};
    }
  }
  Made number(int depth) {
    if (depth == 0) {
      if (random(2) == 0) return {"op.pages", [](double, double p) { return p; }};
      const auto n = static_cast<double>(random(40));
      return {fmt::format("{:.2f}", n / 4), [n](double, double) { return n / 4; }};
    }
    const Made a = number(depth - 1), t = time(depth - 1);
    switch (random(4)) {
      case 0: return {"(" + a.text + " * 25%)", [=](double w, double p) { return a.value(w, p) / 4; }};
      case 1: return {"(" + t.text + " / 4us)", [=](double w, double p) { return t.value(w, p) / 4; }};
      case 2:
        return {"floor(max(" + a.text + ", 0.0))",
                [=](double w, double p) { return std::floor(std::max(a.value(w, p), 0.0)); }};
      default: return {"(3 - " + a.text + ")", [=](double w, double p) { return 3 - a.value(w, p); }};
    }
  }

 private:
  u64 random(u64 n) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33) % n;
  }
  u64 state_;
};

TEST(Priority, RandomScoresKeepTheirOrder) {
  RandomScores random(7);
  int compared = 0;
  for (int round = 0; round < 200; ++round) {
    const RandomScores::Made made = random.time(3);
    const auto result = checked("design D { schedule { priority(op): " + made.text + " } }");
    ASSERT_FALSE(result->sink.has_errors()) << result->text() << made.text;
    const design::Design& d = result->checked.designs.at(0);
    if (!d.policies[Hook::kPriority].given()) continue;
    std::vector<std::pair<double, i64>> scores;
    for (const i64 waited : {0, 1, 2, 3, 7, 64}) {
      for (const i64 pages : {1, 2, 5, 16})
        scores.emplace_back(made.value(static_cast<double>(waited), static_cast<double>(pages)),
                            priority(d, 0, 0, waited * 1000, pages));
    }
    for (const auto& [exact, score] : scores) {
      ASSERT_EQ(exact < scores[0].first, score < scores[0].second) << made.text;
      ASSERT_EQ(exact == scores[0].first, score == scores[0].second) << made.text;
    }
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

TEST(Priority, FunctionsAreInlined) {
  const design::Design d =
      one("param patience: time = 2ms\nfn late(o: op) = o.waited > patience\nfn boost(x: int, by: int) = { let y = x * "
          "by  y + 1 }\n"
          "fn rank(o: op) = if late(o) then boost(o.pages, 2) else boost(0, channels)\n"
          "design D { schedule { priority: rank } }");
  EXPECT_EQ(priority(d, 0, 0, 2'000'001, 5), 11);
  EXPECT_EQ(priority(d, 0, 0, 2'000'000, 5), 1);
}

TEST(Priority, SuspensionPutsReadsOfTheHostFirst) {
  const design::Design d = one("design D { commands { suspend: always } }");
  EXPECT_EQ(d.config.priority_class, PriorityClass::kByKind);
  EXPECT_EQ(priority(d, 1, 0, 0), 1);
  EXPECT_EQ(priority(d, 1, 1, 0), 0);
  EXPECT_EQ(priority(d, 0, 0, 0), 0);
  EXPECT_EQ(property(d, "schedule", "priority(op)"), "if op.is_read and op.is_host then 1 else 0");
}

// ---- commands
// -------------------------------------------------------------------------------------------------------------

TEST(Commands, WordsAndPredicates) {
  const design::Design d =
      one("design D { commands { multiplane(w): w.wasted <= 2 and w.pending >= 2  copyback: blind  cache: always  "
          "suspend: always  "
          "suspend_limit: 4  multiplane_address: block_and_page } }");
  EXPECT_EQ(d.config.multiplane, Willing::kPredicate);
  EXPECT_EQ(run(d.policies[Hook::kMultiplane], {2, 2, 2}), 1);
  EXPECT_EQ(run(d.policies[Hook::kMultiplane], {3, 2, 2}), 0);
  EXPECT_EQ(d.config.copyback, Willing::kBlind);
  EXPECT_TRUE(d.config.cache && d.config.suspend_on && d.config.block_and_page);
  EXPECT_EQ(d.config.suspend_limit, 4U);
  EXPECT_EQ(one("design D { commands { multiplane: wise } }").config.multiplane, Willing::kWise);
}

TEST(Commands, AStandardNameMayBeGivenAnotherMeaning) {
  const auto result =
      checked("fn wise(w: command) = w.wasted <= 1\ndesign D { commands { multiplane: wise  copyback: blind } }");
  EXPECT_EQ(result->codes(), "W0119");
  const design::Design& d = result->checked.designs.at(0);
  EXPECT_EQ(d.config.multiplane, Willing::kPredicate);
  EXPECT_EQ(run(d.policies[Hook::kMultiplane], {1, 1, 2}), 1);
  EXPECT_EQ(d.config.copyback, Willing::kBlind);
  const design::Design mine =
      one("fn mine(w: command) = wise(w) or w.planes > 1\ndesign D { commands { multiplane: mine } }");
  EXPECT_EQ(run(mine.policies[Hook::kMultiplane], {1, 2, 1}), 0);
}

// ---- placement
// ------------------------------------------------------------------------------------------------------------

TEST(Placement, AllKindsHaveFormulas) {
  for (const auto& [text, kind] : std::map<std::string, Placement>{{"static", Placement::kStatic},
                                                                   {"write_order", Placement::kWriteOrder},
                                                                   {"dynamic", Placement::kDynamicOrder}}) {
    const design::Design d =
        one(std::string("design D { ") + kSmall + "allocation: " + text + " die > channel > plane > chip }");
    EXPECT_EQ(d.config.placement, kind);
    for (u64 n = 0; n < 100; ++n) {
      EXPECT_EQ(place(d.policies, n), (design::PlaneAddress{n / 2 % 4, n / 16 % 2, n % 2, n / 8 % 2})) << text << n;
    }
    if (kind == Placement::kStatic) continue;
    const u64 far = (u64{1} << 40) + 5;  // beyond the logical pages: writes go on and on
    EXPECT_EQ(place(d.policies, far), (design::PlaneAddress{far / 2 % 4, far / 16 % 2, far % 2, far / 8 % 2}));
  }
}

TEST(Placement, CostAndStreams) {
  const design::Design d = one(
      std::string("design D { ") + kSmall +
      "allocation: dynamic { order: channel > die > plane > chip  cost(u): u.busy_for + u.queued * 50us  streams: "
      "[small, large, rest]  stream(r): if r.pages <= 2 then small else if r.size > 64KiB then rest else large } }");
  EXPECT_EQ(d.config.placement, Placement::kDynamicCost);
  EXPECT_EQ(run(d.policies[Hook::kCost], {0, 0, 0, 0, 1000, 2, 9}), 101'000);
  EXPECT_EQ(d.allocation.streams, (std::vector<std::string>{"small", "large", "rest"}));
  EXPECT_EQ(run(d.policies[Hook::kStream], {0, 2, 1}), 0);
  EXPECT_EQ(run(d.policies[Hook::kStream], {0, 3, 65'536}), 1);
  EXPECT_EQ(run(d.policies[Hook::kStream], {0, 3, 65'537}), 2);
  EXPECT_EQ(property(d, "allocation", "streams"), "[small, large, rest]");
}

// 4 planes of 10 blocks of 10 pages. static with s streams: fewer than (9 - s) * 10 in the fullest; else fewer than 4 *
// (9 - s) * 10.
TEST(Placement, CollectionMustBeAbleToFinish) {
  const auto codes = [](const std::string& placement, int pages) {
    const std::string geometry = "geometry { channels: 4 chips: 1 dies: 1 planes: 1 blocks: 10 pages: 10 page: 4KiB } ";
    return checked("design D { " + geometry + "capacity { logical: " + std::to_string(pages * 4) +
                   "KiB } gc { trigger: free_blocks < 2 } allocation: " + placement + " }")
        ->codes();
  };
  const std::string order = "channel > chip > die > plane";
  const std::string two = " { order: " + order + "  streams: [a, b]  stream(r): if r.pages > 1 then a else b }";
  EXPECT_EQ(codes("static " + order, 316), "");
  EXPECT_EQ(codes("static " + order, 317), "E0225") << "79.25: one plane gets 80";
  EXPECT_EQ(codes("dynamic " + order, 319), "W0283") << "it may take a while";
  EXPECT_EQ(codes("dynamic " + order, 320), "E0225");
  EXPECT_EQ(codes("write_order " + order, 320), "E0225");
  EXPECT_EQ(codes("static" + two, 276), "");
  EXPECT_EQ(codes("static" + two, 277), "E0225");
  EXPECT_EQ(codes("dynamic" + two, 279), "W0283");
  EXPECT_EQ(codes("dynamic" + two, 280), "E0225");
}

// ---- buffer, host, start
// --------------------------------------------------------------------------------------------------

TEST(Buffer, SlotsAreWholePages) {
  const design::Design d =
      one("design D { buffer { size: 10000B  policy(e): if e.dirty then e.age else e.age + e.hits * 1ms  latency: 3us  "
          "readahead { trigger: "
          "4 } } }");
  EXPECT_EQ(d.config.buffer_slots, 4U);
  EXPECT_EQ(d.config.evict, Evict::kScore);
  EXPECT_EQ(run(d.policies[Hook::kEvict], {7, 0, 2, 1}), 2'000'007);
  EXPECT_EQ(run(d.policies[Hook::kEvict], {7, 1, 2, 1}), 7);
  EXPECT_EQ(d.config.readahead_trigger, 4U);
  EXPECT_EQ(d.config.readahead_pages, 8U);
  EXPECT_EQ(d.config.complete_write, CompleteWrite::kBuffered);
  EXPECT_EQ(one("design D { buffer { size: 1MiB  policy: fifo  write_back: false } }").config.complete_write,
            CompleteWrite::kProgrammed);
}

TEST(Host, LinkIsAnExactFraction) {
  const design::Design d = one("design D { host { link: 7GB/s  command: 2us  ecc: 3us  queue: 8  queues: 4 } }");
  EXPECT_EQ(d.config.link_numerator, 1U);
  EXPECT_EQ(d.config.link_denominator, 7U);
  EXPECT_EQ(d.config.host_command, 2000U);
  EXPECT_EQ(d.config.ecc, 3000U);
  EXPECT_EQ(d.config.queues, 4U);
  EXPECT_EQ(one("design D { host { link: unlimited } }").config.link_numerator, 0U);
}

TEST(Start, FilledLeavesRoom) {
  const auto codes = [](const std::string& filled) {
    const std::string geometry = "geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 10 pages: 10 page: 4KiB } ";
    return checked("design D { " + geometry +
                   "capacity { overprovision: 40% } gc { trigger: free_blocks < 2 } start { state: filled { " + filled +
                   " } } }")
        ->codes();
  };
  EXPECT_EQ(codes("valid: 60%  invalid: 10%"), "") << "7 of 10 blocks, 3 are free";
  EXPECT_EQ(codes("valid: 60%  invalid: 11%"), "E0250") << "71 pages begin an eighth block";
  EXPECT_EQ(codes("valid: 61%"), "E0251") << "60 logical pages";
  EXPECT_EQ(codes("valid: 60%  invalid: 41%"), "E0249");
  EXPECT_EQ(codes("valid: 0.00001%"), "E0245");
  const design::Design d = one("design D { start: filled { valid: 12.5%  layout: sequential } }");
  EXPECT_EQ(one("design D { start: filled { valid: 12.5%  layout: random  seed: 7 } }").start.seed, 7U);
  EXPECT_TRUE(d.start.filled);
  EXPECT_FALSE(d.start.random);
  EXPECT_EQ(d.start.valid_parts, 125'000U);
}

// ---- keys without effect
// --------------------------------------------------------------------------------------------------

TEST(Effects, AreToldOfWhatTheDesignSaysItself) {
  const std::map<std::string, std::string> expected{
      {"geometry { planes: 1 } commands { multiplane: wise }", "W0252"},
      {"geometry { planes: 1 } commands { multiplane: never }", ""},
      {"geometry { dies: 1 } commands { interleave: always }", "W0253"},
      {"geometry { dies: 1 }", ""},
      {"commands { cache: always } allocation: dynamic channel > chip > die > plane", "W0254"},
      {"commands { cache: always } allocation: dynamic { order: channel > chip > die > plane  cost(u): u.queued }", ""},
      {"geometry { pages: 1 } gc { trigger: free_blocks < 4 } commands { copyback: blind }", "W0255"},
      {"geometry { pages: 63 } commands { copyback: wise }", "W0256"},
      {"commands { suspend: always } schedule { priority: 1 }", "W0257"},
      {"commands { suspend: always } schedule { priority(op): if op.is_read then op.pages else 1 }", ""},
      {"nand { suspend: 3us }", "W0258"},
      {"nand { suspend: 3us } commands { suspend: always }", ""},
      {"buffer { readahead { trigger: 3 } }", "W0259"},
      {"host { queues: 2 }", "W0260"},
      {"host { queues: 2  queue: 8 }", ""},
      {"allocation: static { order: channel > chip > die > plane  streams: [a]  stream(r): a }", "W0261"},
  };
  for (const auto& [text, codes] : expected) EXPECT_EQ(checked("design D { " + text + " }")->codes(), codes) << text;
  const auto heir = checked("design A { host { queues: 2  queue: 8 } }\ndesign B from A { host { queue: unlimited } }");
  EXPECT_EQ(heir->codes(), "") << "inherited";
}

}  // namespace
}  // namespace ssd
