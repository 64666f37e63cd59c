// Priorities of schedule: what the check makes of `priority(op): EXPRESSION`, run as the engine runs it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "tests/unit/sema_policies.h"

namespace ssd {
namespace {

design::Design scheduled(const std::string& text) {
  return one(std::string("design D { ") + kSmall + "schedule { " + text + " } }");
}

// The inputs are is_read is_write is_erase is_gc is_host waited pages channel chip die plane.
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

// Random expressions with units, and the same computed in exact fractions. They are equal up to one factor, so the
// order is the same.
class RandomScores {
 public:
  struct Made {
    std::string text;
    std::function<double(double, double)> value;  // of waited in us and pages
  };
  explicit RandomScores(u64 seed) : state_(seed) {}

  // In us. All numbers are small multiples of powers of two, so doubles are exact.
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

}  // namespace
}  // namespace ssd
