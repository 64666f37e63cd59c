// The Plan as bytes: reading gives what was written, and damaged bytes are rejected and never cause a crash.
#include "runtime/abi/plan.h"

#include <gtest/gtest.h>

#include "compiler/design/design.h"
#include "runtime/abi/plan_bytes.h"
#include "runtime/abi/plan_check.h"
#include "runtime/abi/random.h"
#include "runtime/run/simulation.h"
#include "tests/unit/hand_made_design.h"
#include "tests/unit/sema_texts.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ssd {
namespace {

// A text with every kind of field: a policy with a check, streams, a filled start with a workload, a trace, mixtures.
constexpr const char* kText = R"(
design D {
  geometry { channels: 2 chips: 2 dies: 1 planes: 2 blocks: 16 pages: 8 page: 4KiB }
  capacity { overprovision: 40% }
  gc { victim(b): b.invalid / (b.erases - 3) }
  start { state: filled { valid: 50% }  run: First }
}
workload First { requests: 50  write: 100%  size: mix(80%: 4KiB, 20%: exponential(8KiB)) }
workload W { requests: 200  read: 30%  trim: 5%  size: 4KiB  interval: exponential(60us)
  address: mix(70%: hotspot(20%: 80%), 20%: zipf(0.9), 10%: stride(64KiB)) }
workload T { trace: "some.csv"  fold: compact  speed: 2 }
)";

struct Made {
  std::unique_ptr<CheckedTexts> texts = check_text(kText);
  Plan plan;
  Made() {
    EXPECT_EQ(texts->codes(), "") << texts->text();
    const auto& all = texts->checked.workloads;
    plan = design::plan_of(texts->checked.designs.at(0), {all.begin(), all.end()});
  }
  std::string bytes() const { return encoded(plan, texts->sources); }
};

TEST(Plan, IsReadBackAsItWasWritten) {
  const Made made;
  SourceMap sources;
  const DecodedPlan read = decoded_plan(made.bytes(), sources);
  ASSERT_TRUE(read.plan) << read.fault;
  EXPECT_EQ(dump(*read.plan), dump(made.plan));
  EXPECT_EQ(*read.plan, made.plan);
  EXPECT_EQ(hash(*read.plan), hash(made.plan));
  EXPECT_EQ(encoded(*read.plan, sources), made.bytes()) << "the bytes do not depend on the place where they were made";
  EXPECT_EQ(encoded(made.plan, made.texts->sources), made.bytes());
}

// A place leads to the same file, line and columns.
TEST(Plan, KeepsPlacesWithTheirLines) {
  const Made made;
  SourceMap sources;
  const DecodedPlan read = decoded_plan(made.bytes(), sources);
  ASSERT_TRUE(read.plan) << read.fault;
  const Check &before = made.plan.policies[Hook::kVictim].checks.at(0),
              &after = read.plan->policies[Hook::kVictim].checks.at(0);
  EXPECT_EQ(made.texts->sources.text(before.span), sources.text(after.span));
  const SourceFile &there = made.texts->sources.file(before.span.file), &here = sources.file(after.span.file);
  EXPECT_EQ(there.path(), here.path());
  EXPECT_EQ(there.position(before.span.begin).line, here.position(after.span.begin).line);
  EXPECT_EQ(there.position(before.span.begin).column, here.position(after.span.begin).column);
}

// The standard library is elsewhere on each machine, and its policies have checks with places.
TEST(Plan, HasTheSameBytesWhereverTheStandardLibraryIs) {
  const auto bytes_with = [](const std::string& library) {
    check::Options options;
    options.stdlib_directory = library;
    options.read = [&](const std::string& path) -> check::ReadResult {
      const std::string text = path == "main.ssd" ? "import \"std/mine.ssd\"\ndesign D { gc { victim: mine } }\n"
                               : path == library + "/mine.ssd" ? "fn mine(b: block) = b.invalid / (b.erases - 3)\n"
                                                               : "";
      return text.empty() ? check::ReadResult{} : check::ReadResult{check::ReadResult::Status::kRead, text, {}};
    };
    SourceMap sources;
    diag::Sink sink;
    const check::Checked checked = check::check("main.ssd", options, sources, sink);
    EXPECT_FALSE(sink.has_errors()) << diag::render_text(sink, sources, false);
    const Plan plan = checked.designs.at(0);
    EXPECT_EQ(plan.policies[Hook::kVictim].checks.size(), 1U);
    return encoded(plan, sources);
  };
  EXPECT_EQ(bytes_with("/usr/share/ssdc/stdlib"), bytes_with("/home/somebody/ssdc/stdlib"));
}

TEST(Plan, ThatWasReadBackRunsAsTheFirst) {
  const Plan plan = hand_made_design(2);
  SourceMap sources;
  const DecodedPlan read = decoded_plan(encoded(plan, sources), sources);
  ASSERT_TRUE(read.plan) << read.fault;
  std::vector<Request> requests;
  for (u64 i = 0; i < 200; ++i)
    requests.push_back({i * 1000, i * 7 % 30 * 4, 4, i % 3 == 0 ? Direction::kRead : Direction::kWrite});
  const auto one = run::run(plan, generic_engine(), {.requests = requests}, {}),
             other = run::run(*read.plan, generic_engine(), {.requests = requests}, {});
  EXPECT_EQ(one.results.clock, other.results.clock);
  EXPECT_EQ(one.results.flash.erases, other.results.flash.erases);
}

TEST(Plan, OfDifferentDesignsDiffers) {
  Made made;
  Plan other = made.plan;
  other.config.queue_depth = 7;
  EXPECT_FALSE(other == made.plan);
  EXPECT_NE(hash(other), hash(made.plan));
  other = made.plan;
  other.name = "Other";
  EXPECT_FALSE(other == made.plan);
  EXPECT_EQ(hash(other), hash(made.plan)) << "no number depends on the name";
}

TEST(Plan, ThatIsCutOffOrAlteredIsRefused) {
  const Made made;
  const std::string bytes = made.bytes();
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 50) {
    SourceMap sources;
    EXPECT_FALSE(decoded_plan(std::string_view(bytes).substr(0, length), sources).plan) << length;
  }
  Xoshiro256 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string altered = bytes;
    altered[random.below(altered.size())] ^= static_cast<char>(1U << random.below(8));
    SourceMap sources;
    EXPECT_FALSE(decoded_plan(altered, sources).plan) << i;
  }
}

// With a correct checksum, so that the fields themselves are checked: the bytes are rejected or give a Plan without a
// contradiction, and never cause a crash.
TEST(Plan, WhoseFieldsAreWrongIsRefusedOrWithoutContradiction) {
  const Made made;
  const std::string bytes = made.bytes();
  constexpr std::size_t kHead = 28, kChecksum = 20;
  Xoshiro256 random(2);
  u64 refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string altered = bytes;
    for (u64 left = 1 + random.below(3); left != 0; --left) {
      altered[kHead + random.below(altered.size() - kHead)] = static_cast<char>(random.below(256));
    }
    const u64 checksum = XXH3_64bits(altered.data() + kHead, altered.size() - kHead);
    for (std::size_t byte = 0; byte < sizeof checksum; ++byte)
      altered[kChecksum + byte] = static_cast<char>(checksum >> (8 * byte) & 0xFFU);
    SourceMap sources;
    const DecodedPlan read = decoded_plan(altered, sources);
    EXPECT_NE(read.plan.has_value(), !read.fault.empty());
    if (read.plan) {
      EXPECT_EQ(contradiction(*read.plan), "");
    }
    refused += read.plan ? 0 : 1;
  }
  EXPECT_GT(refused, 500U);
}

TEST(Plan, OfAnotherVersionIsRefusedByNumber) {
  std::string bytes = Made().bytes();
  bytes[8] = static_cast<char>(kPlanVersion + 1);
  SourceMap sources;
  EXPECT_NE(decoded_plan(bytes, sources).fault.find("version"), std::string::npos);
}

}  // namespace
}  // namespace ssd
