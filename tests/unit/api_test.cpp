// The library from inside: diagnostics as values, Plans as bytes, progress and cancelling, pictures, texts, traces.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "compiler/codegen/has_compiler.h"
#include "tests/paths.h"
#include "tools/api/ssd.hpp"

namespace {

namespace api = ssd::api;
namespace fs = std::filesystem;

constexpr api::Engine kFastest = ssd::codegen::kHasCompiler ? api::Engine::kJit : api::Engine::kGeneric;
const std::string kDrive =
    R"(design Drive { geometry { channels: 2 chips: 2 dies: 1 planes: 1 blocks: 64 pages: 32 page: 4KiB } }
workload Writes { requests: 60_000  write: 80%  size: 4KiB  address: uniform  interval: 200us }
workload Closed { requests: 1000  write: 50%  size: 4KiB  address: uniform  closed: 4 }
)";

api::CheckOptions with(std::string text) {
  return {.files = {{"memory.ssd", std::move(text)}},
          .standard_library = (ssd::tests::source_dir() / "stdlib").string()};
}

api::File drive() {
  auto file = api::check("memory.ssd", with(kDrive));
  EXPECT_TRUE(file) << file.text;
  return *file;
}
api::Plan plan(const std::string& workload = "Writes") { return *drive().plan("Drive", workload); }

class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / ("ssd_api_test_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Scratch() { fs::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

const api::RunOptions kQuick{.requests = 2000, .engine = api::Engine::kGeneric, .cache = false};

}  // namespace

TEST(Api, AMistakeIsAValueWithItsPlaceAndAWayOut) {
  const auto file = api::check("memory.ssd", with("design Drive {\n  geometry { chanels: 2 }\n}\n"));
  ASSERT_FALSE(file);
  ASSERT_FALSE(file.diagnostics.empty());
  const api::Diagnostic& d = file.diagnostics.front();
  EXPECT_EQ(d.severity, api::Severity::kError);
  EXPECT_EQ(d.span.file, "memory.ssd");
  EXPECT_EQ(d.span.begin.line, 2U);
  EXPECT_EQ(d.span.begin.column, 14U);
  EXPECT_EQ(d.span.end.column, 21U);
  EXPECT_EQ(d.span.end.offset - d.span.begin.offset, 7U);
  EXPECT_NE(d.help.find("channels"), std::string::npos) << d.help;
  EXPECT_NE(file.text.find(d.code), std::string::npos);
  EXPECT_NE(api::explain_name(d.code)->find(d.code), std::string::npos);
}

TEST(Api, FilesInMemoryImportEachOther) {
  api::CheckOptions options = with(
      "import \"part.ssd\"\ndesign Drive { nand: Mine  geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 64 "
      "pages: 32 page: 4KiB } }\n");
  options.files["part.ssd"] = "nand Mine { cell: SLC  read: 20us  program: 200us  erase: 2ms }\n";
  const auto file = api::check("memory.ssd", options);
  ASSERT_TRUE(file) << file.text;
  EXPECT_EQ(file->designs(), std::vector<std::string>{"Drive"});
}

TEST(Api, AMissingFileOrNameIsTold) {
  EXPECT_FALSE(api::check("/nowhere/at_all.ssd", with(kDrive)));
  const auto none = drive().plan("Driv");
  ASSERT_FALSE(none);
  EXPECT_NE(none.text.find("Drive"), std::string::npos) << none.text;
  EXPECT_FALSE(drive().plan("Drive"));  // there are two workloads, and none is named
}

TEST(Api, AMissingStandardLibraryIsTold) {
  api::CheckOptions options = with(kDrive);
  options.standard_library = "/nowhere/stdlib";
  const auto file = api::check("memory.ssd", options);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.diagnostics.front().code, "E0453");
}

TEST(Api, NamesOfAFile) {
  EXPECT_EQ(drive().designs(), std::vector<std::string>{"Drive"});
  EXPECT_EQ(drive().workloads(), (std::vector<std::string>{"Writes", "Closed"}));
  EXPECT_TRUE(drive().experiments().empty());
}

TEST(Api, APlanIsTheSameAfterItsBytes) {
  const api::Plan before = plan();
  const std::string bytes = before.bytes();
  const auto after = api::plan_of_bytes(bytes);
  ASSERT_TRUE(after) << after.text;
  EXPECT_TRUE(*after == before);
  EXPECT_EQ(after->hash(), before.hash());
  EXPECT_EQ(after->text(), before.text());
  EXPECT_EQ(after->bytes(), bytes);
  EXPECT_FALSE(before == plan("Closed"));
  const auto run_before = api::run(before, kQuick), run_after = api::run(*after, kQuick);
  EXPECT_EQ(run_before->metric("waf"), run_after->metric("waf"));
  EXPECT_EQ(run_before->metric("response.mean"), run_after->metric("response.mean"));
}

TEST(Api, BytesThatAreNoPlanAreRefused) {
  const std::string bytes = plan().bytes();
  const auto cut = api::plan_of_bytes(std::string_view(bytes).substr(0, bytes.size() / 2));
  ASSERT_FALSE(cut);
  ASSERT_EQ(cut.diagnostics.size(), 1U);
  EXPECT_NE(cut.diagnostics.front().message.find("not a Plan"), std::string::npos);
}

TEST(Api, EnginesAgreeAndTheirNumbersAreMetrics) {
  const auto generic = api::run(plan(), kQuick);
  const auto jit = api::run(plan(), {.requests = 2000, .engine = kFastest, .cache = false});
  ASSERT_TRUE(generic && jit) << generic.text << jit.text;
  ASSERT_EQ(generic->metrics().size(), jit->metrics().size());
  for (std::size_t i = 0; i < generic->metrics().size(); ++i)
    EXPECT_EQ(generic->metrics()[i].value, jit->metrics()[i].value);
  EXPECT_EQ(*generic->metric("bytes.written") + *generic->metric("bytes.read"), 2000 * 4096.0);
  EXPECT_FALSE(generic->metric("no such metric"));
}

TEST(Api, AFunctionalRunHasNoResponseTimes) {
  api::RunOptions options = kQuick;
  options.only_ftl = true;
  const auto run = api::run(plan(), options);
  ASSERT_TRUE(run) << run.text;
  EXPECT_TRUE(run->metric("write_amplification"));
  EXPECT_FALSE(run->metric("response.mean"));
}

TEST(Api, ProgressIsToldAndEndsARun) {
  std::vector<api::Stage> stages;
  api::RunOptions options{.engine = api::Engine::kGeneric, .cache = false};
  options.progress = [&](const api::Progress& at) {
    stages.push_back(at.stage);
    return true;
  };
  ASSERT_FALSE(api::run(plan(), options)->partial());
  EXPECT_EQ(stages.front(), api::Stage::kRequests);
  EXPECT_TRUE(std::ranges::is_sorted(stages));
  EXPECT_GT(std::ranges::count(stages, api::Stage::kMeasured), 2);
  options.progress = [](const api::Progress& at) { return at.stage != api::Stage::kMeasured || at.count == 0; };
  const auto ended = api::run(plan(), options);
  ASSERT_TRUE(ended) << ended.text;
  EXPECT_TRUE(ended->partial());
  EXPECT_LT(*ended->metric("bytes.written") + *ended->metric("bytes.read"), 60000 * 4096.0);
}

TEST(Api, TimesOfEachRequestSumUp) {
  api::RunOptions options = kQuick;
  options.request_times = true;
  const auto run = api::run(plan(), options);
  ASSERT_EQ(run->requests().size(), 2000U);
  double sum = 0;
  for (const api::RequestTimes& r : run->requests()) {
    EXPECT_EQ(r.queue + r.unit + r.collection + r.channel + r.transfer + r.array + r.controller, r.response());
    sum += static_cast<double>(r.response());
  }
  EXPECT_NEAR(sum / 2000, *run->metric("response.mean"), 1);
}

TEST(Api, TooLittleMemoryIsTold) {
  api::RunOptions options = kQuick;
  options.memory = 4096;
  const auto run = api::run(plan(), options);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.diagnostics.front().severity, api::Severity::kError);
  EXPECT_FALSE(run.diagnostics.front().code.empty());
  EXPECT_NE(run.text.find("`RunOptions::requests`"), std::string::npos) << run.text;
  EXPECT_EQ(run.text.find("`--"), std::string::npos) << run.text;
}

TEST(Api, ASnapshotIsWrittenUnlessTheRunIsEnded) {
  const Scratch scratch;
  api::RunOptions options = kQuick;
  options.save_snapshot = scratch.file("aged.snap");
  ASSERT_TRUE(api::run(plan(), options).diagnostics.empty());
  EXPECT_TRUE(fs::exists(options.save_snapshot));
  options.save_snapshot = scratch.file("ended.snap");
  options.requests = {};
  options.progress = [](const api::Progress& at) { return at.stage != api::Stage::kMeasured || at.count == 0; };
  const auto ended = api::run(plan(), options);
  ASSERT_TRUE(ended);
  ASSERT_FALSE(ended.diagnostics.empty());
  EXPECT_EQ(ended.diagnostics.back().code, "E0550");
  EXPECT_FALSE(fs::exists(options.save_snapshot));
}

TEST(Api, PicturesOfADesignAndOfARun) {
  for (const api::DesignView view : {api::DesignView::kAllocation, api::DesignView::kTree}) {
    const auto picture = drive().draw("Drive", view);
    ASSERT_TRUE(picture) << picture.text;
    EXPECT_NE(picture->bytes.find("<svg"), std::string::npos);
  }
  api::RunOptions options{.workload = "Writes", .cache = false};
  const auto timing = drive().draw_run("Drive", {.view = api::RunView::kTiming}, options);
  ASSERT_TRUE(timing) << timing.text;
  EXPECT_NE(timing->bytes.find("24 requests of Writes"), std::string::npos);
  options.requests = 2000;
  const auto heat = drive().draw_run("Drive", {.view = api::RunView::kHeat}, options);
  ASSERT_TRUE(heat) << heat.text;
  EXPECT_NE(heat->bytes.find("<svg"), std::string::npos);
  EXPECT_FALSE(drive().draw_run("Drive", {.view = api::RunView::kHeat}, {.workload = "None"}));
}

TEST(Api, TextsAboutFilesAndNames) {
  EXPECT_NE(api::explain_file("memory.ssd", "Drive", with(kDrive))->find("channels"), std::string::npos);
  EXPECT_NE(api::explain_file("memory.ssd", "Writes", with(kDrive))->find("requests"), std::string::npos);
  EXPECT_NE(api::explain_name("gc.trigger", with(kDrive))->find("gc"), std::string::npos);
  const auto unknown = api::explain_name("gc.triger", with(kDrive));
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.text.find("gc.trigger"), std::string::npos);
}

TEST(Api, ADifferenceAndACanonicalText) {
  const api::CheckOptions both = with(kDrive + "design Wide from Drive { geometry { channels: 4 } }\n");
  const auto difference = api::diff({"memory.ssd", "Drive"}, {"memory.ssd", "Wide"}, both);
  ASSERT_TRUE(difference) << difference.text;
  EXPECT_FALSE(difference->none);
  EXPECT_TRUE(std::ranges::any_of(
      difference->changes, [](const auto& c) { return c.key == "channels" && c.before == "2" && c.after == "4"; }));
  EXPECT_TRUE(api::diff({"memory.ssd", "Drive"}, {"memory.ssd", "Drive"}, both)->none);
  const auto formatted = api::format("memory.ssd", with(kDrive));
  ASSERT_TRUE(formatted) << formatted.text;
  EXPECT_TRUE(formatted->changed);
  EXPECT_FALSE(api::format("memory.ssd", with(formatted->text))->changed);
}

TEST(Api, ATraceIsReadAsItWasWritten) {
  const Scratch scratch;
  const auto made = api::requests_of(plan(), {.requests = 500});
  ASSERT_TRUE(made) << made.text;
  for (const std::string& format : api::trace_formats()) {
    const std::string path = scratch.file("trace." + format + ".gz");
    const auto written = api::write_trace(path, *made, format);
    ASSERT_TRUE(written) << written.text;
    const auto trace = api::open_trace(path, {.format = format});
    ASSERT_TRUE(trace) << trace.text;
    EXPECT_EQ(trace->format(), format);
    const auto read = trace->records();
    ASSERT_EQ(read->size(), made->size());
    for (std::size_t i = 0; i < read->size(); ++i) {
      EXPECT_EQ((*read)[i].offset, (*made)[i].offset);
      EXPECT_EQ((*read)[i].bytes, (*made)[i].bytes);
      EXPECT_EQ((*read)[i].direction, (*made)[i].direction);
    }
    const api::TraceFigures figures = trace->figures();
    EXPECT_EQ(figures.writes.requests + figures.reads.requests, 500U);
    std::uint64_t seen = 0;
    EXPECT_EQ(*trace->each([&](const api::Record&) { return ++seen < 10; }), 9U);
  }
}

TEST(Api, ATraceIsRunOnAPlan) {
  const Scratch scratch;
  const std::string path = scratch.file("trace.csv");
  ASSERT_TRUE(api::write_trace(path, *api::requests_of(plan(), {.requests = 500}), "msr"));
  const auto traced = api::run(plan().with({.path = path}), {.cache = false});
  ASSERT_TRUE(traced) << traced.text;
  EXPECT_EQ(*traced->metric("bytes.written") + *traced->metric("bytes.read"), 500 * 4096.0);
  const auto of_file = drive().plan("Drive", api::TraceWorkload{.path = path});
  EXPECT_TRUE(*of_file == plan().with({.path = path}));
  EXPECT_FALSE(api::run(plan().with({.path = scratch.file("none")}), {.cache = false}));
}

TEST(Api, ThreadsDoNotDisturbEachOther) {
  std::vector<std::string> texts(4);
  std::vector<std::thread> threads;
  for (std::string& text : texts) {
    threads.emplace_back([&text] {
      const api::File file = drive();
      const auto run = api::run(*file.plan("Drive", "Writes"), {.requests = 2000, .engine = kFastest, .cache = false});
      text = file.draw()->bytes + std::to_string(*run->metric("response.mean"));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(texts.front().find("<svg"), std::string::npos);
  EXPECT_EQ(texts, std::vector<std::string>(4, texts.front()));
}

TEST(Api, WhatNoTraceCanBeIsRefused) {
  const Scratch scratch;
  EXPECT_EQ(api::requests_of(plan("Closed")).diagnostics.front().code, "E0460");
  EXPECT_NE(api::write_trace(scratch.file("x"), {}, "paper").text.find("paper"), std::string::npos);
  std::ofstream(scratch.file("bad")) << "0 0 0 8 0\nnonsense\n";
  EXPECT_FALSE(api::open_trace(scratch.file("bad"), {.format = "ssdsim"}));
  const auto skipped = api::open_trace(scratch.file("bad"), {.format = "ssdsim", .skip_bad_lines = true});
  ASSERT_TRUE(skipped) << skipped.text;
  EXPECT_EQ(skipped->size(), 1U);
}

TEST(Api, AFirstDesignIsChecked) {
  for (const std::string& kind : api::first_design_kinds()) {
    const auto text = api::first_design("Mine", kind);
    ASSERT_TRUE(text) << text.text;
    const auto file = api::check("memory.ssd", with(*text));
    ASSERT_TRUE(file) << file.text;
    EXPECT_EQ(file->designs().front(), "Mine");
  }
  EXPECT_FALSE(api::first_design("my-drive"));
  EXPECT_FALSE(api::first_design("Mine", "none"));
}

TEST(Api, AFittedWorkloadIsLikeItsTrace) {
  const Scratch scratch;
  const std::string path = scratch.file("like.csv");
  ASSERT_TRUE(api::write_trace(path, *api::requests_of(plan(), {.requests = 5000}), "msr"));
  api::FitOptions options{.cache = false, .name = "Like", .standard_library = with("").standard_library};
  std::uint64_t told = 0;
  options.progress = [&](const api::Progress& at) { return ++told, at.stage == api::Stage::kFit; };
  const auto fitted = api::fit_trace(path, options);
  ASSERT_TRUE(fitted) << fitted.text;
  EXPECT_GT(told, 0U);
  EXPECT_EQ(fitted->name, "Like");
  EXPECT_TRUE(std::ranges::all_of(fitted->figures, [](const auto& figure) { return !figure.fitted || figure.within; }));
  const auto file = api::check("memory.ssd", with(kDrive + fitted->text));
  ASSERT_TRUE(file) << file.text;
  EXPECT_EQ(file->workloads().back(), "Like");
  options.name = "no name";
  EXPECT_FALSE(api::fit_trace(path, options));
  EXPECT_FALSE(api::fit_trace(scratch.file("none")));
}

TEST(Api, AProbeFindsWhatTheDesignSays) {
  const auto probed = drive().probe("Drive", {.cache = false});
  ASSERT_TRUE(probed) << probed.text;
  const auto chunk = std::ranges::find(probed->answers, "chunk_bytes", &api::ProbeAnswer::quantity);
  ASSERT_NE(chunk, probed->answers.end());
  EXPECT_EQ(chunk->value, 4096U);
  EXPECT_EQ(chunk->expected, 4096U);
  EXPECT_EQ(chunk->agreement, api::Agreement::kAgrees);
  EXPECT_FALSE(probed->figures.empty());
  EXPECT_NE(probed->text.find("chunk"), std::string::npos);
  api::ProbeOptions options{.cache = false};
  options.progress = [](const api::Progress& at) { return at.stage != api::Stage::kProbe || at.count == 0; };
  const auto ended = drive().probe("Drive", options);
  ASSERT_FALSE(ended);
  EXPECT_NE(ended.text.find("`progress` ended the probe"), std::string::npos) << ended.text;
}

TEST(Api, PicturesOfAPartOfARun) {
  const api::RunOptions options{.workload = "Writes", .requests = 2000, .cache = false};
  const auto all = drive().draw_run("Drive", {.view = api::RunView::kHeat}, options);
  const auto erases = drive().draw_run("Drive", {.view = api::RunView::kHeat, .of = api::Heat::kErases}, options);
  ASSERT_TRUE(all && erases) << all.text << erases.text;
  EXPECT_LT(erases->bytes.size(), all->bytes.size());
  const auto early = drive().draw_run("Drive", {.until = 1'000'000}, options);
  ASSERT_TRUE(early) << early.text;
  const auto no_window = drive().draw_run("Drive", {.from = 5, .until = 5}, options);
  EXPECT_NE(no_window.text.find("`until: 5.000 ns` is not after `from: 5.000 ns`"), std::string::npos)
      << no_window.text;
  EXPECT_EQ(drive().draw_run("Drive", {.from = ~std::uint64_t{0} - 1}, options).diagnostics.front().code, "E0633");
  const Scratch scratch;
  const std::string path = scratch.file("trace.csv");
  ASSERT_TRUE(api::write_trace(path, *api::requests_of(plan(), {.requests = 20}), "msr"));
  const auto traced = drive().draw_run("Drive", {.trace = api::TraceWorkload{.path = path}}, {.cache = false});
  ASSERT_TRUE(traced) << traced.text;
  EXPECT_NE(traced->bytes.find("20 requests of "), std::string::npos);
}

TEST(Api, BlameAndATimelineOfARun) {
  api::RunOptions options = kQuick;
  options.request_times = true;
  options.timeline = api::TimelineOptions{.until = 10'000'000};
  const auto run = api::run(plan(), options);
  ASSERT_TRUE(run) << run.text;
  EXPECT_NE(run->blame().text.find("writes"), std::string::npos) << run->blame().text;
  EXPECT_NE(run->blame().json.find("ssdc.blame"), std::string::npos);
  const std::string csv = run->requests_csv();
  EXPECT_EQ(std::ranges::count(csv, '\n'), 2001);
  const api::Timeline timeline = run->timeline();
  EXPECT_GT(timeline.perfetto.size(), 1000U);
  ASSERT_FALSE(timeline.notes.empty());
  const auto plain = api::run(plan(), kQuick);
  EXPECT_EQ(plain->metric("response.mean"), run->metric("response.mean"));
  EXPECT_TRUE(plain->blame().text.empty() && plain->timeline().perfetto.empty() && plain->requests().empty());
  options.only_ftl = true;
  EXPECT_EQ(api::run(plan(), options).diagnostics.front().code, "E0502");
  options.request_times = false;
  EXPECT_EQ(api::run(plan(), options).diagnostics.front().code, "E0502");
}

TEST(Api, ATraceInMemoryIsThatOfAFile) {
  const Scratch scratch;
  const auto records = *api::requests_of(plan(), {.requests = 500});
  const std::string path = scratch.file("trace.txt");
  ASSERT_TRUE(api::write_trace(path, records, "ssdsim"));
  const auto of_file = api::run(plan().with({.path = path, .format = "ssdsim"}), {.cache = false});
  const api::Plan in_memory = plan().with({.path = "mine", .records = records});
  const auto run = api::run(in_memory, {.cache = false});
  ASSERT_TRUE(run && of_file) << run.text << of_file.text;
  for (std::size_t i = 0; i < run->metrics().size(); ++i)
    EXPECT_EQ(run->metrics()[i].value, of_file->metrics()[i].value) << run->metrics()[i].name;
  EXPECT_NE(run->text().find("mine"), std::string::npos);
  const auto part = api::run(in_memory, {.requests = 100, .cache = false});
  EXPECT_EQ(*part->metric("bytes.written") + *part->metric("bytes.read"), 100 * 4096.0);
  EXPECT_EQ(api::requests_of(in_memory)->size(), 500U);
  EXPECT_TRUE(in_memory == *drive().plan("Drive", api::TraceWorkload{.path = "mine", .records = records}));
  std::vector<api::Record> others = records;
  others.back().bytes *= 2;
  EXPECT_FALSE(in_memory == plan().with({.path = "mine", .records = others}));
  others.back().bytes = 0;
  const auto none = api::run(plan().with({.path = "mine", .records = others}));
  ASSERT_FALSE(none);
  EXPECT_NE(none.text.find("record 499 (from 0) moves 0 bytes"), std::string::npos) << none.text;
  EXPECT_FALSE(api::run(plan().with({.path = {}, .records = std::vector<api::Record>{}})));
  EXPECT_FALSE(api::run(*api::plan_of_bytes(in_memory.bytes()), {.cache = false}));  // the bytes lack the records
}

TEST(Api, EachStageBeforeTheCode) {
  using api::DumpStage;
  const auto text = [](DumpStage stage) {
    const auto dumped = api::dump("memory.ssd", stage, "Drive", with(kDrive));
    EXPECT_TRUE(dumped) << dumped.text;
    return dumped ? *dumped : std::string();
  };
  EXPECT_NE(text(DumpStage::kAst).find("Drive"), std::string::npos);
  EXPECT_NE(text(DumpStage::kDesign).find("channels"), std::string::npos);
  EXPECT_NE(text(DumpStage::kPlan).find("Closed"), std::string::npos);
  EXPECT_FALSE(api::dump("memory.ssd", DumpStage::kDesign, "Driv", with(kDrive)));
  EXPECT_NE(api::language_reference().find("gc"), std::string::npos);
  EXPECT_NE(api::language_grammar().find("scopeName"), std::string::npos);
}

TEST(Api, RequestsOfAWorkloadForAnyDrive) {
  const auto requests = drive().requests_of("Writes", 1U << 20, {.seed = 2, .requests = 1000});
  ASSERT_TRUE(requests) << requests.text;
  EXPECT_EQ(requests->size(), 1000U);
  EXPECT_TRUE(std::ranges::all_of(*requests, [](const api::Record& r) { return r.offset + r.bytes <= 1U << 20; }));
  EXPECT_EQ(drive().requests_of("Closed").diagnostics.front().code, "E0460");
  EXPECT_FALSE(drive().requests_of("None"));
}
