// What the probe infers, on drives whose inside is known: hand-made ones, and random designs that are simulated. Each
// inference must be right, or the probe must say that it cannot tell.
#include "tools/probe/probe.h"

#include <gtest/gtest.h>

#include "tests/compile_text.h"
#include "tests/unit/toy_drive.h"
#include "tools/probe/contention.h"
#include "tools/probe/run/said.h"
#include "tools/probe/run/simulated_device.h"

namespace ssd {
namespace {

using probe::Answer;
using probe::Findings;
using probe::Mapping;

Findings findings_of(const Toy& toy) {
  ToyDrive drive(toy);
  return probe::probe(drive.device(), {}).value();
}

u64 number(Mapping mapping) { return static_cast<u64>(mapping); }

TEST(Probe, FindsWhatAToyIsMadeOf) {
  for (const u64 channels : {2, 3, 10}) {
    for (const u64 units : {2, 5}) {
      for (const u64 page : {3, 8}) {
        const Findings f = findings_of({.channels = channels, .units_per_channel = units, .page_sectors = page});
        EXPECT_EQ(f.chunk.value, page * 512) << f.chunk.reason;
        EXPECT_EQ(f.period.value, channels * units);
        EXPECT_EQ(f.channels.value, channels) << f.channels.reason;
        EXPECT_EQ(f.units_per_channel.value, units);
        EXPECT_EQ(f.mapping.value, number(Mapping::kAddress)) << f.mapping.reason;
        EXPECT_EQ(f.units.agreeing, f.units.tested);
      }
    }
  }
}

TEST(Probe, TellsThePlaceByAddressFromThatByOrderAndByIdleness) {
  const std::pair<Toy::Place, Mapping> cases[] = {{Toy::Place::kAddress, Mapping::kAddress},
                                                  {Toy::Place::kWriteOrder, Mapping::kWriteOrder},
                                                  {Toy::Place::kIdle, Mapping::kIdleUnits}};
  for (const auto& [place, mapping] : cases) {
    const Findings f = findings_of({.channels = 4, .place = place});
    EXPECT_EQ(f.mapping.value, number(mapping)) << f.mapping.reason;
    EXPECT_EQ(f.channels.value, 4U);
  }
}

TEST(Probe, DrawsDipsWhereTheReadsMeet) {
  const Findings f = findings_of({.channels = 5, .units_per_channel = 2});
  const std::vector<double>& rate = f.stride.curves.at(0).y;
  ASSERT_GE(rate.size(), 20U);
  for (const u64 stride : {5, 15}) EXPECT_LT(rate[stride - 1], 0.95 * rate[0]) << stride;
  for (const u64 stride : {10, 20}) EXPECT_LT(rate[stride - 1], 0.6 * rate[0]) << stride;
  for (const u64 stride : {2, 3, 4, 6, 9, 11}) EXPECT_NEAR(rate[stride - 1], rate[0], 1) << stride;
  const std::vector<double>& shifted = f.shift.curves.at(0).y;
  EXPECT_LT(shifted[7], shifted[6]);
  EXPECT_EQ(shifted[15], shifted[7]);
}

void expect_untold(const Answer& answer, const std::string& reason) {
  EXPECT_FALSE(answer.value) << *answer.value;
  EXPECT_NE(answer.reason.find(reason), std::string::npos) << answer.reason;
}

TEST(Probe, SaysNothingWhereReadsNeverOverlap) {
  expect_untold(findings_of({.channels = 1, .units_per_channel = 1}).chunk, "no two reads overlap");
  const Findings f = findings_of({.one_at_a_time = true});
  expect_untold(f.chunk, "no two reads overlap");
  for (const Answer* answer : {&f.period, &f.units, &f.joined, &f.channels, &f.units_per_channel, &f.mapping})
    expect_untold(*answer, "the chunk is unknown");
}

TEST(Probe, DoesNotTellChannelsFromAWayToTheHost) {
  const Findings one = findings_of({.channels = 1, .units_per_channel = 4});
  EXPECT_EQ(one.units.value, 4U);
  expect_untold(one.channels, "share one bus");
  const Findings slow = findings_of({.channels = 4, .units_per_channel = 2, .link = 2'000});
  expect_untold(slow.channels, "may be units, or buses");
  const Findings fast = findings_of({.channels = 4, .units_per_channel = 2, .link = 300});
  EXPECT_EQ(fast.channels.value, 4U) << fast.channels.reason;
}

TEST(Probe, SaysNothingOfWhatABufferAnswers) { expect_untold(findings_of({.buffer = true}).chunk, "a buffer answers"); }

TEST(Probe, SaysNothingOfPlacesWithoutAnOrder) {
  const Findings f = findings_of({.place = Toy::Place::kScattered});
  EXPECT_EQ(f.chunk.value, 4096U);
  expect_untold(f.period, "no stride");
  expect_untold(f.mapping, "no stride");
}

TEST(Probe, SaysNothingWrongWhereMeasurementsVary) {
  for (const Time jitter : {200, 1'000, 5'000, 20'000, 60'000}) {
    const Findings f = findings_of({.jitter = jitter});
    if (f.chunk.value) {
      EXPECT_EQ(f.chunk.value, 4096U) << jitter;
    }
    if (f.units.value) {
      EXPECT_EQ(f.units.value, 6U) << jitter;
    }
    if (f.channels.value) {
      EXPECT_EQ(f.channels.value, 3U) << jitter;
    }
    if (f.mapping.value) {
      EXPECT_EQ(f.mapping.value, number(Mapping::kAddress)) << jitter;
    }
    if (jitter <= 200) {
      EXPECT_TRUE(f.units.value && f.mapping.value) << f.units.reason << f.mapping.reason;
    }
  }
}

TEST(Probe, WaitsLongerForSlowDrives) {
  EXPECT_EQ(findings_of({.array = 2'000'000'000}).channels.value, 3U);
  expect_untold(findings_of({.array = Time{1} << 41}).chunk, "longer than nine minutes");
}

TEST(Probe, TakesDrivesOfAnySize) {
  for (const u64 pages : {1, 2, 3, 7, 20, 30, 64, 100}) {
    for (const u64 page : {1, 2, 8}) {
      const Findings f = findings_of({.page_sectors = page, .pages = pages});
      if (f.chunk.value) {
        EXPECT_EQ(f.chunk.value, page * 512);
      }
      if (f.units.value) {
        EXPECT_EQ(f.units.value, 6U);
      }
      if (pages == 100) {
        EXPECT_EQ(f.units.value, 6U) << f.units.reason;
      }
    }
  }
}

TEST(Probe, EndsWhereTheDriveDoes) {
  ToyDrive toy{Toy{}};
  probe::Device device = toy.device();
  const auto issue = device.issue;
  for (u64 after : {0, 1, 5, 20}) {
    device.issue = [&](std::span<const probe::Access> accesses, Time pause) {
      return after-- == 0 ? std::nullopt : issue(accesses, pause);
    };
    EXPECT_FALSE(probe::probe(device, {}));
  }
}

TEST(Probe, IsRepeatable) {
  const Findings a = findings_of({.place = Toy::Place::kWriteOrder}),
                 b = findings_of({.place = Toy::Place::kWriteOrder});
  EXPECT_EQ(a.rewritten.curves.at(0).y, b.rewritten.curves.at(0).y);
  EXPECT_EQ(a.effort.reads, b.effort.reads);
}

TEST(Probe, DividesOnlyWhatLiesApart) {
  const probe::Divide clear = probe::divide({0, 0.3, 1, 1}, 0);
  EXPECT_TRUE(clear.clear);
  EXPECT_NEAR(clear.at, 0.65, 1e-9);
  EXPECT_FALSE(probe::divide({0, 0.965, 0.972, 1}, 0).clear);
  EXPECT_FALSE(probe::divide({0, 0.3, 1}, 0.3).clear);
  EXPECT_FALSE(probe::divide({0.95, 1}, 0).any_apart);
  EXPECT_FALSE(probe::divide({0, 0.5}, 0).any_same);
}

std::optional<Findings> findings_of_design(const design::Design& design) {
  const Plan run_plan = design::plan_of(design);
  run::IncrementalRun run(run_plan, generic_engine(), 0, 1, nullptr, ~u64{0});
  probe::SimulatedDevice simulated(run, design, [](u64) { return true; });
  return probe::probe(simulated.device(), {});
}

// The result for the mapping of a design whose writes go to the unit of least cost.
std::string mapping_by(const std::string& cost, const std::string& more = "") {
  const TriedText tried = try_text(
      "design D { geometry { channels: 4 chips: 2 dies: 1 planes: 2 blocks: 256 pages: 32 page: 4KiB } allocation: "
      "dynamic { order: channel > chip > die > plane cost(u): " +
      cost + " } " + more + " }\n");
  EXPECT_TRUE(tried.design) << cost;
  const Findings f = findings_of_design(*tried.design).value();
  const probe::Compared row = probe::compare(*tried.design, f).back();
  EXPECT_EQ(row.quantity, "mapping");
  return fmt::format("{}, {}", row.inferred, probe::name(row.verdict));
}

TEST(Probe, SeesWhetherACostPassesOverBusyUnits) {
  const std::string idle = "by order of writes, to idle units, agrees", order = "by order of writes, agrees";
  for (const char* const host :
       {"", "host { link: 50MB/s }", "host { command: 5us }", "host { link: 600MB/s command: 3us ecc: 5us }"}) {
    EXPECT_EQ(mapping_by("u.busy_for", host), idle) << host;
    EXPECT_EQ(mapping_by("if u.busy_for > 0us then 1 else 0", host), idle) << host;
    EXPECT_EQ(mapping_by("u.queued * 1ms + u.busy_for", host), idle) << host;
    EXPECT_EQ(mapping_by("0 - u.free_pages", host), order) << host;
  }
  EXPECT_EQ(mapping_by("u.busy_for", "host { queue: 4 }"), "by order of writes or idleness, agrees");
  EXPECT_EQ(mapping_by("u.busy_for", "commands { cache: always }"), idle);
}

// The size of the drive is no multiple of the period, and the drive is written to its end, so some planes have one page
// more than others.
TEST(Probe, TellsWhatIsReadTogetherWhateverTheDrivesSize) {
  const std::pair<const char*, u64> kinds[] = {
      {"planes: 2 blocks: {} pages: 32 page: 4KiB }} allocation: static plane > channel > chip > die commands {{ "
       "multiplane: wise }} }}\n",
       2},
      {"planes: 2 blocks: {} pages: 32 page: 4KiB }} allocation: write_order plane > channel > chip > die commands {{ "
       "multiplane: wise }} }}\n",
       2},
      {"planes: 4 blocks: {} pages: 32 page: 4KiB }} allocation: static plane > channel > chip > die commands {{ "
       "multiplane: wise multiplane_address: block_and_page }} }}\n",
       4}};
  for (const auto& [text, planes] : kinds) {
    for (const u64 blocks : {64, 128, 256, 320}) {
      const TriedText tried =
          try_text("design D { geometry { channels: 4 chips: 2 dies: 1 " + fmt::format(fmt::runtime(text), blocks));
      ASSERT_TRUE(tried.design) << text;
      const Findings f = findings_of_design(*tried.design).value();
      EXPECT_EQ(f.joined.value, planes) << text << blocks << f.joined.reason;
      EXPECT_EQ(f.units.value, 8U);
    }
  }
}

TEST(Probe, DoesNotAgreeWithACostThatDoesNotSay) {
  EXPECT_EQ(mapping_by("if u.busy_for > 1us then u.busy_for else 0us"), "by order of writes, to idle units, not_said");
  EXPECT_EQ(mapping_by("if u.busy_for > 100ms then 1 else 0"), "by order of writes, not_said");
  EXPECT_EQ(mapping_by("0us - u.busy_for"), ", cannot_tell");  // busy units get more than their share
  EXPECT_EQ(mapping_by("u.busy_for * 0"), "by order of writes, agrees");
}

// Small designs of all kinds; the check rejects some of them, which is allowed.
std::string random_design(std::mt19937_64& random) {
  const auto one_of = [&](std::initializer_list<std::string> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  const auto sometimes = [&](std::initializer_list<std::string> texts) {
    return random() % 3 == 0 ? one_of(texts) : std::string();
  };
  std::vector<std::string> levels{"channel", "chip", "die", "plane"};
  for (u64 i = levels.size(); i > 1; --i) std::swap(levels[i - 1], levels[random() % i]);
  const std::string order = fmt::format("{}", fmt::join(levels, " > "));
  const std::string cost = one_of({"u.busy_for", "if u.busy_for > 0us then 1 else 0", "u.queued * 1ms + u.busy_for",
                                   "0 - u.free_pages", "if u.queued > 4 then 1 else 0"});
  return fmt::format(
             "design D {{ geometry {{ channels: {} chips: {} dies: {} planes: {} blocks: {} pages: {} page: {} sector: "
             "512B }}\n",
             one_of({"1", "2", "3", "4", "5"}), one_of({"1", "2", "3"}), one_of({"1", "2"}), one_of({"1", "2", "4"}),
             one_of({"16", "32", "64"}), one_of({"16", "64"}), one_of({"512B", "2KiB", "4KiB", "6KiB", "16KiB"})) +
         "nand { " +
         one_of({"read: 25us program: 250us", "read(p): if p.index % 2 == 0 then 40us else 75us program: 700us",
                 "read: 3us program: 100us"}) +
         " erase: 2ms bus { " +
         one_of({"rate: 40MB/s command: 200ns", "rate: 200MB/s command: 0ns", "rate: 1200MB/s command: 150ns"}) +
         " } }\n" + "capacity { overprovision: 25% }\nallocation: " +
         one_of({"static " + order, "write_order " + order, "dynamic " + order,
                 "dynamic { order: " + order + " cost(u): " + cost + " }"}) +
         "\ncommands { " + sometimes({"multiplane: wise", "multiplane: blind"}) + " " +
         sometimes({"interleave: never"}) + " " + sometimes({"cache: always", "suspend: always"}) + " }\nhost { " +
         sometimes({"link: 50MB/s", "link: 600MB/s"}) + " " + sometimes({"queue: 1", "queue: 2", "queue: 32"}) + " " +
         sometimes({"command: 5us", "ecc: 5us", "transfer { read: page }"}) + " }\n" +
         sometimes({"buffer { size: 64KiB latency: 1us }",
                    "buffer { size: 1MiB policy: fifo readahead { trigger: 4 pages: 4 } }",
                    "buffer { size: 256KiB write_back: false readahead { trigger: 1 pages: 4 } }"}) +
         " " + sometimes({"start { state: filled { valid: 60% invalid: 20% layout: random seed: 3 } }"}) + " " +
         sometimes({"gc { idle: on }", "gc { preempt: page }", "gc { cost: zero }"}) + " }\n";
}

TEST(Probe, SaysOfRandomDesignsWhatTheyAreOrThatItCannotTell) {
  std::mt19937_64 random(2011);
  constexpr u64 kDesigns = 60;
  std::map<std::string, u64> told;
  for (u64 probed = 0; probed < kDesigns;) {
    const std::string text = random_design(random);
    const TriedText tried = try_text(text);
    if (!tried.design) continue;
    ++probed;
    const auto findings = findings_of_design(*tried.design);
    ASSERT_TRUE(findings) << text;
    for (const probe::Compared& row : probe::compare(*tried.design, *findings)) {
      EXPECT_NE(row.verdict, probe::Verdict::kDiffers)
          << row.quantity << ": " << row.inferred << ", said: " << row.said << "\n"
          << text;
      if (row.answer->value)
        ++told[row.quantity];
      else
        EXPECT_NE(row.answer->reason, "") << row.quantity;
    }
  }
  // The test is meaningful only if enough quantities are inferred.
  EXPECT_GE(told["chunk_bytes"], kDesigns / 2);
  EXPECT_GE(told["channels"], kDesigns / 5);
  EXPECT_GE(told["units"], kDesigns / 3);
  EXPECT_GE(told["mapping"], kDesigns / 2);
}

// The chips of these drives vary last, after some thousand chunks, so the first chunks lie in a part of the drive only.
TEST(Probe, DoesNotTakeAPartOfALargeDriveForTheWhole) {
  for (const char* const allocation : {"static", "write_order"}) {
    for (const char* const geometry : {"channels: 32 chips: 4 dies: 8 planes: 16 page: 4KiB",
                                       "channels: 16 chips: 4 dies: 16 planes: 8 page: 16KiB"}) {
      const TriedText tried =
          try_text(fmt::format("design D {{ geometry {{ {} blocks: 16 pages: 64 }} capacity {{ overprovision: 25% }} "
                               "allocation: {} channel > die > plane > chip }}\n",
                               geometry, allocation));
      ASSERT_TRUE(tried.design) << geometry;
      const auto findings = findings_of_design(*tried.design);
      ASSERT_TRUE(findings) << geometry;
      for (const probe::Compared& row : probe::compare(*tried.design, *findings))
        EXPECT_NE(row.verdict, probe::Verdict::kDiffers)
            << row.quantity << ": " << row.inferred << ", said: " << row.said;
      EXPECT_TRUE(findings->chunk.value);
      EXPECT_FALSE(findings->units.value);
    }
  }
}

}  // namespace
}  // namespace ssd
