// Workloads: generators with every distribution, traces, and keys that exclude each other.
#include <gtest/gtest.h>

#include "tests/unit/sema_texts.h"

namespace ssd {
namespace {

design::Workload one(const std::string& text) {
  const auto result = check_text(text);
  EXPECT_FALSE(result->sink.has_errors()) << result->text();
  return result->checked.workloads.empty() ? design::Workload{} : result->checked.workloads.back();
}

TEST(Generators, HaveDefaults) {
  const design::Workload w = one("workload W { }");
  const auto& g = std::get<workload::Generator>(w.source);
  EXPECT_EQ(w.requests, 100'000U);
  EXPECT_EQ(g.read_parts, 500'000U);
  EXPECT_EQ(std::get<workload::Constant>(g.size.kind).value, 4096U);
  EXPECT_EQ(std::get<workload::Constant>(g.interval.kind).value, 100'000U);
  EXPECT_EQ(
      std::get<workload::Constant>(std::get<workload::Generator>(one("workload W { closed: 4 }").source).interval.kind)
          .value,
      0U);
}

TEST(Generators, MixSizesIntervalsAndPatterns) {
  const design::Workload w = one(R"(workload Mixed {
    requests: 400_000   read: 60%   size: mix(70%: 4KiB, 20%: 16KiB, 10%: 64KiB)
    interval: mix(75%: 30us, 25%: exponential(1ms))  address: mix(80%: hotspot(10%: 90%) over 50%, 20%: sequential) over 85%
    seed: 11 })");
  const auto& g = std::get<workload::Generator>(w.source);
  EXPECT_EQ(g.read_parts, 600'000U);
  const auto& sizes = std::get<workload::Choice>(g.size.kind).options;
  ASSERT_EQ(sizes.size(), 3U);
  EXPECT_EQ(sizes[1].parts_per_million, 200'000U);
  EXPECT_EQ(std::get<workload::Constant>(sizes[2].value.kind).value, 65'536U);
  EXPECT_EQ(std::get<workload::Exponential>(std::get<workload::Choice>(g.interval.kind).options[1].value.kind).mean,
            1'000'000U);
  EXPECT_EQ(g.pattern.over, 850'000U);
  const auto& patterns = std::get<workload::PatternMix>(g.pattern.kind).options;
  EXPECT_EQ(patterns[0].pattern.over, 500'000U);
  EXPECT_EQ(std::get<workload::Hotspot>(patterns[0].pattern.kind).space_parts, 100'000U);
  EXPECT_EQ(std::get<workload::Hotspot>(patterns[0].pattern.kind).access_parts, 900'000U);
  EXPECT_TRUE(std::holds_alternative<workload::Sequential>(patterns[1].pattern.kind));
  EXPECT_EQ(w.seed, 11U);
}

TEST(Generators, SayReadsOrWrites) {
  const auto reads = [](const std::string& keys) {
    return std::get<workload::Generator>(one("workload W { " + keys + " }").source).read_parts;
  };
  EXPECT_EQ(reads("write: 100%"), 0U);
  EXPECT_EQ(reads("read: 30%  write: 70%"), 300'000U);
  EXPECT_EQ(std::get<workload::Generator>(one("workload A { read: 30% }\nworkload B from A { write: 10% }").source)
                .read_parts,
            900'000U)
      << "the later one counts";
  EXPECT_EQ(check_text("workload W { read: 30%  write: 60% }")->codes(), "E0240");
}

TEST(Generators, TrimsTakeTheirShareOfTheWhole) {
  const auto shares = [](const std::string& text) {
    const auto result = check_text(text);
    EXPECT_EQ(result->text(), "");
    const auto& g = std::get<workload::Generator>(result->checked.workloads.back().source);
    return std::pair(g.read_parts, g.trim_parts);
  };
  EXPECT_EQ(shares("workload W { trim: 5% }"), std::pair(475'000U, 50'000U)) << "the rest is shared equally";
  EXPECT_EQ(shares("workload W { read: 70%  trim: 5% }"), std::pair(700'000U, 50'000U));
  EXPECT_EQ(shares("workload W { write: 70%  trim: 5% }"), std::pair(250'000U, 50'000U));
  EXPECT_EQ(shares("workload W { read: 25%  write: 70%  trim: 5% }"), std::pair(250'000U, 50'000U));
  EXPECT_EQ(shares("workload A { read: 25%  trim: 5% }\nworkload B from A { trim: 0% }"), std::pair(250'000U, 0U));
  EXPECT_EQ(check_text("workload W { read: 30%  write: 70%  trim: 5% }")->codes(), "E0240");
  EXPECT_EQ(check_text("workload W { read: 97%  trim: 5% }")->codes(), "E0240");
  EXPECT_EQ(check_text("workload W { trim: 105% }")->codes(), "E0245");
  EXPECT_EQ(check_text("workload W { trace: \"x\"  trim: 5% }")->codes(), "E0244");
}

TEST(Generators, PatternsHaveTheirArguments) {
  const auto pattern = [](const std::string& text) {
    return std::get<workload::Generator>(one("workload W { address: " + text + " }").source).pattern;
  };
  EXPECT_DOUBLE_EQ(std::get<workload::Zipf>(pattern("zipf(0.99) over 50%").kind).theta, 0.99);
  EXPECT_EQ(std::get<workload::Stride>(pattern("stride(64KiB)").kind).bytes, 65'536U);
  EXPECT_EQ(check_text("workload W { address: zipf(0) }")->codes(), "E0204");
  EXPECT_EQ(check_text("workload W { address: stride(100B) }")->codes(), "E0204");
  EXPECT_EQ(check_text("workload W { address: uniform(3) }")->codes(), "E0241");
}

TEST(Generators, SayReadAndWriteSizesApart) {
  const auto size = [](const std::optional<workload::Quantity>& q) {
    return q ? std::get<workload::Constant>(q->kind).value : 0;
  };
  const auto sizes = [&](const std::string& text) {
    const design::Workload w = one(text);
    const auto& g = std::get<workload::Generator>(w.source);
    return std::array{size(g.size), size(g.read_size), size(g.write_size)};
  };
  EXPECT_EQ(sizes("workload W { read_size: 8KiB }"), (std::array<u64, 3>{4096, 8192, 0}));
  EXPECT_EQ(sizes("workload W { size: 1KiB  read_size: 8KiB  write_size: 2KiB }"),
            (std::array<u64, 3>{1024, 8192, 2048}));
  const std::string base = "workload A { size: 1KiB  read_size: 8KiB  write_size: 2KiB }\n";
  EXPECT_EQ(sizes(base + "workload B from A { write_size: 16KiB }"), (std::array<u64, 3>{1024, 8192, 16384}));
  EXPECT_EQ(sizes(base + "workload B from A { size: 64KiB }"), (std::array<u64, 3>{65536, 0, 0}))
      << "the later one counts";
  EXPECT_EQ(check_text("workload W { read_size: 1000B }")->codes(), "E0242");
  EXPECT_EQ(check_text("workload W { write_size: 20us }")->codes(), "E0105");
  EXPECT_EQ(check_text("workload W { read_size: exponential(4KiB) }")->codes(), "");
  EXPECT_EQ(check_text("workload W { trace: \"x\"  read_size: 4KiB }")->codes(), "E0244");
}

TEST(Generators, CoverAShareOrASize) {
  const auto pattern = [](const std::string& text) {
    return std::get<workload::Generator>(one("workload W { address: " + text + " }").source).pattern;
  };
  EXPECT_EQ(pattern("uniform over 1.9GB").over_bytes, 1'900'000'000U);
  EXPECT_EQ(pattern("uniform over 1.9GiB").over_bytes, 2'040'109'465U) << "rounded down";
  EXPECT_EQ(pattern("uniform over 25%").over_bytes, 0U);
  EXPECT_EQ(pattern("mix(50%: uniform over 1MiB, 50%: sequential) over 2MiB").over_bytes, 2U << 20);
  EXPECT_EQ(one("const set = 1MiB\nworkload W { address: uniform over 3*set }").name, "W");
  EXPECT_EQ(check_text("workload W { address: uniform over 0B }")->codes(), "E0204");
  EXPECT_EQ(check_text("workload W { address: uniform over 2000TiB }")->codes(), "E0204");
  EXPECT_EQ(check_text("workload W { address: uniform over 5us }")->codes(), "E0105");
  EXPECT_EQ(check_text("workload W { address: uniform over 0% }")->codes(), "E0204");
  EXPECT_EQ(check_text("workload W { address: uniform over 200% }")->codes(), "E0245");
}

TEST(Traces, AreRelativeToTheirFile) {
  const auto result = check_texts(
      {{"main.ssd",
        "import \"sets/w.ssd\"\nworkload Twice from Once { repeat: 2  speed: 0.5  fold: modulo  requests: 10 }"},
       {"sets/w.ssd", "workload Once { trace: \"hm_0.csv\"  format: msr }"}});
  ASSERT_EQ(result->text(), "");
  const design::Workload* w = check::select_workload(result->checked, "Twice", result->sink);
  const auto& source = std::get<workload::TraceSource>(w->source);
  EXPECT_EQ(source.resolved_path, "sets/hm_0.csv") << "where the key stands, not where it is inherited";
  EXPECT_EQ(source.format, "msr");
  EXPECT_EQ(w->repeat, 2U);
  EXPECT_EQ(w->speed_numerator, 1U);
  EXPECT_EQ(w->speed_denominator, 2U);
  EXPECT_EQ(w->fold, workload::Fold::kModulo);
  EXPECT_EQ(w->requests, 10U);
  EXPECT_FALSE(result->checked.workloads.back().requests.has_value()) << "a trace is read to its end";
}

TEST(Traces, ReplaceAnInheritedGenerator) {
  EXPECT_EQ(check_text("workload G { size: 8KiB  seed: 3 }\nworkload T from G { trace: \"x\" }")->codes(), "");
  EXPECT_EQ(check_text("workload T { trace: \"x\" }\nworkload G from T { size: 8KiB }")->codes(), "E0244");
}

}  // namespace
}  // namespace ssd
