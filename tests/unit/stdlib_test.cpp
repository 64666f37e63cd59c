// The standard library: every declaration is documented, passes the check without a message and is used once, and the
// figures are those of its sources.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "compiler/check/expr/records.h"
#include "compiler/check/expr/walk.h"
#include "compiler/check/names.h"
#include "compiler/syntax/parse/parse.h"
#include "runtime/run/simulation.h"
#include "runtime/trace/requests.h"
#include "tests/paths.h"

namespace ssd {
namespace {

namespace fs = std::filesystem;

fs::path stdlib_dir() { return tests::source_dir() / "stdlib"; }

std::vector<fs::path> library_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(stdlib_dir())) {
    if (entry.path().extension() == ".ssd") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

struct Library {
  SourceMap sources;
  diag::Sink sink;
  check::Checked checked;

  // A file of the library, or a text as "user.ssd" that imports from it.
  explicit Library(const std::string& path, const std::string& text = {}) {
    check::Options options;
    options.stdlib_directory = stdlib_dir().string();
    options.read = [&](const std::string& wanted) -> check::ReadResult {
      if (wanted == "user.ssd") return {check::ReadResult::Status::kRead, text, {}};
      return check::read_from_disk(wanted);
    };
    checked = check::check(path, options, sources, sink);
  }
  std::string said() const { return diag::render_text(sink, sources, false); }
  const design::Design& design(std::string_view name) const {
    return *std::ranges::find(checked.designs, name, &design::Design::name);
  }
  const design::Workload& workload(std::string_view name) const {
    return *std::ranges::find(checked.workloads, name, &design::Workload::name);
  }
};

Library user(const std::string& text) { return Library("user.ssd", text); }

ast::File parsed(const fs::path& path, SourceMap& sources) {
  diag::Sink sink;
  const FileId id = sources.add(path.string(), check::read_from_disk(path.string()).text);
  ast::File file = parse::parse_file(id, sources, sink);
  EXPECT_FALSE(sink.has_errors()) << path;
  return file;
}

// The names of one kind of block, or of consts (kValue) or functions, in a file of the library.
std::vector<std::string> declared(const fs::path& path, check::Kind kind) {
  SourceMap sources;
  const ast::File file = parsed(path, sources);
  std::vector<std::string> names;
  for (const ast::Decl& decl : file.decls) {
    if (check::declared_name(decl) != nullptr && check::kind_of(decl) == kind)
      names.push_back(check::declared_name(decl)->text);
  }
  return names;
}

TEST(StandardLibrary, DocumentsEveryFileAndDeclaration) {
  for (const fs::path& path : library_files()) {
    SourceMap sources;
    const ast::File file = parsed(path, sources);
    EXPECT_FALSE(file.doc.empty()) << path;
    for (const ast::Decl& decl : file.decls) {
      const ast::Name* name = check::declared_name(decl);
      EXPECT_TRUE(name == nullptr || !decl.doc.empty()) << path << " " << (name == nullptr ? "" : name->text);
    }
  }
}

// A source is a year of publication, a data sheet, a file of another program, or the word "ours" if there is none.
TEST(StandardLibrary, EveryPolicyAndPartNamesItsSource) {
  for (const char* name : {"policies.ssd", "nand.ssd", "orders.ssd"}) {
    SourceMap sources;
    const ast::File file = parsed(stdlib_dir() / name, sources);
    for (const ast::Decl& decl : file.decls) {
      static const std::regex kSource(R"(\b(19|20)\d\d\b|data sheet|\bhw/|\.[ch]\b|\b[Oo]urs\b|same paper)");
      const ast::Name* declared = check::declared_name(decl);
      EXPECT_TRUE(declared == nullptr || std::regex_search(decl.doc, kSource)) << name << ": " << declared->text;
    }
  }
}

TEST(StandardLibrary, ChecksWithoutAWord) {
  for (const fs::path& path : library_files()) EXPECT_EQ(Library(path.string()).said(), "") << path;
}

// Every field that a policy reads exists in its record. The check itself looks into functions only where they are used.
TEST(StandardLibrary, PoliciesReadFieldsThatThereAre) {
  SourceMap sources;
  const ast::File file = parsed(stdlib_dir() / "policies.ssd", sources);
  std::size_t looked_at = 0;
  for (const ast::Decl& decl : file.decls) {
    const auto& function = std::get<ast::FnDecl>(decl.node);
    const ast::Param& record = function.params.at(0);
    ASSERT_TRUE(record.type && check::is_record_name(record.type->text)) << function.name.text;
    check::walk({function.body.get()}, [&](const ast::Expr& expr) {
      const auto* field = std::get_if<ast::Field>(&expr.node);
      if (field == nullptr) return;
      ++looked_at;
      EXPECT_EQ(std::get<ast::NameRef>(field->object->node).text, record.name.text);
      EXPECT_TRUE(check::is_field_of(record.type->text, field->field.text))
          << function.name.text << " ." << field->field.text;
    });
  }
  EXPECT_GT(looked_at, 20U);
}

constexpr const char* kGeometry = "geometry { channels: 4 chips: 2 dies: 2 planes: 2 blocks: 32 pages: 16 page: 4KiB }";

TEST(Orders, AreAllOrdersAndWorkInEveryPlacement) {
  using enum design::Level;
  const auto names = declared(stdlib_dir() / "orders.ssd", check::Kind::kValue);
  std::string text = "import \"std/orders.ssd\"\nparam order: order = PDCW\n";
  for (const std::string& name : names)
    text += fmt::format("design D{} {{ {} allocation: static {} }}\n", name, kGeometry, name);
  text += fmt::format("design A {{ {} allocation: static order }} design B {{ {} allocation: write_order S6 }}\n",
                      kGeometry, kGeometry);
  text +=
      fmt::format("design C {{ {} allocation: dynamic S6 }} design D {{ {} allocation: dynamic {{ order: CDWP }} }}\n",
                  kGeometry, kGeometry);
  const Library library = user(text);
  ASSERT_EQ(library.said(), "");
  const std::map<char, design::Level> letters{{'C', kChannel}, {'W', kChip}, {'D', kDie}, {'P', kPlane}};
  std::set<check::Order> orders;
  for (const std::string& name : names) {
    const check::Order order = library.design("D" + name).allocation.order.value();
    if (name.size() != 4) continue;
    orders.insert(order);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(order[i], letters.at(name[i])) << name;
  }
  EXPECT_EQ(orders.size(), 24U);
  EXPECT_EQ(names.size(), 30U);
  EXPECT_EQ(library.design("A").allocation.order, (check::Order{kPlane, kDie, kChannel, kChip}));
  EXPECT_EQ(library.design("B").allocation.order, library.design("C").allocation.order);
  EXPECT_EQ(library.design("DS1").allocation.order, (check::Order{kChip, kDie, kPlane, kChannel}));  // Hu, Fig. 14
  EXPECT_EQ(library.design("DS6").allocation.order, (check::Order{kChannel, kDie, kPlane, kChip}));
}

TEST(Parts, EachMakesADesign) {
  std::string text = "import \"std/nand.ssd\"\n";
  const auto names = declared(stdlib_dir() / "nand.ssd", check::Kind::kNand);
  // Pages of whole word lines, whatever the cell, and what parts need that program these at once.
  for (const std::string& name : names)
    text += fmt::format(
        "design D{0} {{ geometry {{ channels: 4 chips: 2 blocks: 32 pages: 24 page: 4KiB }} nand: {0} "
        "allocation: write_order channel > die > plane > chip buffer {{ size: 1MiB }} }}\n",
        name);
  const Library library = user(text);
  EXPECT_EQ(library.said(), "");
  EXPECT_EQ(library.checked.designs.size(), names.size());
  const Config& micron = library.design("DMT29F4G08_SLC").config;
  EXPECT_EQ(std::tuple(micron.read, micron.program, micron.erase, micron.endurance),
            std::tuple(25'000U, 220'000U, 1'500'000U, 100'000U));
  const Config& hu = library.design("DHu2013_SLC").config;
  EXPECT_EQ(std::tuple(hu.read, hu.program, hu.erase, hu.command), std::tuple(20'000U, 200'000U, 1'500'000U, 175U));
  const Config& gao = library.design("DGao_MLC").config;
  EXPECT_EQ(std::tuple(gao.read, gao.program, gao.erase, gao.bus_numerator / gao.bus_denominator),
            std::tuple(30'000U, 600'000U, 3'000'000U, 10U));
  const Config& ssd_s = library.design("DChen_SSDS_SLC").config;
  EXPECT_EQ(std::tuple(ssd_s.read, ssd_s.program, ssd_s.erase), std::tuple(25'000U, 250'000U, 700'000U));
  const Config& ssd_m = library.design("DChen_SSDM_MLC").config;
  EXPECT_EQ(std::tuple(ssd_m.read, ssd_m.program, ssd_m.erase), std::tuple(50'000U, 900'000U, 3'500'000U));
}

// The times of the pages of a block, with a part that has one time for each kind.
std::string kinds(const std::string& function, const std::string& cell) {
  const Library library = user(fmt::format(R"(import "std/nand.ssd"
    design D {{ {} nand {{ cell: {}  page_kind: {}
      read(p): if p.kind == lsb then 1us else if p.kind == csb then 2us else if p.kind == msb then 3us else 4us }} }})",
                                           kGeometry, cell, function));
  EXPECT_EQ(library.said().find("error["), std::string::npos);
  std::string result;
  for (i64 page = 0; page < 16; ++page) {
    const std::array<i64, 3> inputs{page, 0, 0};
    result += static_cast<char>('0' + evaluate(library.design("D").policies[Hook::kReadTime].program(), inputs.data()) /
                                          1000);
  }
  return result;
}

TEST(Parts, PageKindsFollowTheUsualOrders) {
  EXPECT_EQ(kinds("mlc_page_kind", "MLC"), "1313131313131313");
  EXPECT_EQ(kinds("mlc_shadow_page_kind", "MLC"), "1131313131313133");
  EXPECT_EQ(kinds("tlc_page_kind", "TLC"), "1231231231231231");
  EXPECT_EQ(kinds("qlc_page_kind", "QLC"), "1234123412341234");
}

struct Figures {
  double read_share, read_kib, write_kib, gap_ms;  // mean time between arrivals
  double burst = 0;  // share of the arrivals within 0.2 ms of the one before, if the table has it
};

Figures measured(const trace::Requests& requests) {
  Figures f{};
  u64 reads = 0, bursts = 0;
  Time last = 0;
  bool first = true;
  for (const Request& r : requests.list) {
    reads += r.direction == Direction::kRead;
    bursts += !first && r.arrival - last <= 200'000;
    last = r.arrival;
    first = false;
  }
  const auto all = static_cast<double>(requests.list.size()), read = static_cast<double>(reads);
  f.read_share = read / all;
  f.read_kib = reads == 0 ? 0 : static_cast<double>(requests.bytes_read) / read / 1024;
  f.write_kib = static_cast<double>(requests.bytes_written) / (all - read) / 1024;
  f.gap_ms = static_cast<double>(last) / (all - 1) / 1e6;
  f.burst = static_cast<double>(bursts) / (all - 1);
  return f;
}

trace::Requests made(const design::Design& drive, const design::Workload& workload,
                     std::optional<u64> requests = std::nullopt) {
  SourceMap sources;
  diag::Sink sink;
  auto result = trace::requests_for(drive, workload, {.requests = requests}, sources, sink);
  EXPECT_TRUE(result && sink.all().empty()) << workload.name << diag::render_text(sink, sources, false);
  return result.value_or(trace::Requests{});
}

// The table of docs/validation.md, part E. Its KB are KiB; Shin's sizes are in sectors of half a KiB.
const std::vector<std::pair<std::string, Figures>> kRows{
    {"Dev", {0.886, 18.45, 10.95, 1.985}},
    {"Ex", {0.308, 15.15, 14.5, 1.179}},
    {"Fin1", {0.232, 2.25, 3.75, 8.19}},
    {"Fin2", {0.823, 2.3, 2.9, 11.08}},
    {"MSN", {0.672, 9.6, 11.1, 0.513}},
    {"Rad", {0.171, 124.25, 12.45, 9.475}},
    {"Web", {0.999, 15.15, 8.6, 2.99}},
    {"Syn1", {0, 0, 16, 0.2725}},
    {"Syn2", {0.75, 16, 16, 0.2725}},
    {"Syn3", {0, 0, 20, 0.4}},
    {"Syn4", {0.75, 20, 20, 0.4}},
    {"hm_0", {0.371, 11.2, 12.4, 14.4, 0.767}},
    {"prn_0", {0.107, 26.6, 13.9, 12.0, 0.808}},
    {"prn_1", {0.692, 18.3, 13.8, 5.9, 0.730}},
    {"proj_0", {0.209, 20.8, 19.5, 30.6, 0.446}},
    {"prxy_0", {0.026, 11.3, 7.5, 4.84, 0.258}},
    {"stg_0", {0.231, 33.6, 12.7, 27.4, 0.792}},
    {"usr_0", {0.371, 47.4, 13.5, 27.5, 0.488}},
    {"wdev_0", {0.201, 16.6, 12.1, 52.8, 0.848}},
    {"shin_hm_0", {0.3273, 7.37, 8.335, 151}},
    {"shin_prn_0", {0.2221, 22.835, 11.655, 108}},
    {"shin_financial2", {0.7846, 2.28, 2.92, 11.08}},
};

void expect_near(double found, double wanted, const std::string& what) {
  EXPECT_NEAR(found, wanted, 0.03 * wanted) << what;
}

TEST(StandIns, HaveTheFiguresOfTheirRows) {
  const Library workloads((stdlib_dir() / "workloads.ssd").string()),
      drives((stdlib_dir() / "drives/gao.ssd").string());
  const design::Design& drive = drives.design("Gao_Table1");
  for (const auto& [name, row] : kRows) {
    const Figures f = measured(made(drive, workloads.workload(name), 1'000'000));
    expect_near(f.read_share, row.read_share, name + " reads");
    expect_near(f.read_kib, row.read_kib, name + " KiB a read");
    expect_near(f.write_kib, row.write_kib, name + " KiB a write");
    expect_near(f.gap_ms, row.gap_ms, name + " ms between arrivals");
    if (row.burst != 0) expect_near(f.burst, row.burst, name + " bursts");
  }
  EXPECT_EQ(workloads.checked.workloads.size(), kRows.size() + 1) << "all workloads except Default have a row";
}

// As many requests as the workloads have by default, so the means are a little less certain.
TEST(StandIns, HaveTheirMeanSizesInARunOfTheirOwn) {
  const Library workloads((stdlib_dir() / "workloads.ssd").string()),
      drives((stdlib_dir() / "drives/gao.ssd").string());
  for (const auto& [name, row] : kRows) {
    const Figures f = measured(made(drives.design("Gao_Table1"), workloads.workload(name)));
    expect_near(f.read_kib, row.read_kib, name + " KiB a read");
    expect_near(f.gap_ms, row.gap_ms, name + " ms between arrivals");
  }
}

// Gao, Table II, in GB: the last request that fits lies near the end of the working set.
TEST(StandIns, CoverTheirWorkingSets) {
  const Library workloads((stdlib_dir() / "workloads.ssd").string()),
      drives((stdlib_dir() / "drives/gao.ssd").string());
  const std::vector<std::pair<std::string, double>> sets{{"hm_0", 1.9},   {"prn_0", 1.6},   {"prn_1", 7.1},
                                                         {"proj_0", 1.7}, {"prxy_0", 22.6}, {"stg_0", 6.2},
                                                         {"usr_0", 2.1},  {"wdev_0", 0.2}};
  for (const auto& [name, gigabytes] : sets) {
    const trace::Requests requests = made(drives.design("Gao_Table1"), workloads.workload(name));
    u64 end = 0;
    for (const Request& r : requests.list) end = std::max(end, r.sector + r.sectors);
    EXPECT_LE(static_cast<double>(end) * 512, gigabytes * 1e9) << name;
    EXPECT_GT(static_cast<double>(end) * 512, gigabytes * 0.99e9) << name;
    EXPECT_TRUE(requests.notes.empty()) << name;
  }
}

TEST(StandIns, RunOnDrivesSmallerThanTheirWorkingSet) {
  const Library workloads((stdlib_dir() / "workloads.ssd").string()),
      drives((stdlib_dir() / "drives/hu2013.ssd").string());
  const design::Design& drive = drives.design("Hu2013_SSD3");
  for (const auto& [name, row] : kRows) {
    const bool is_larger = name == "prxy_0" || name == "prn_1" || name == "stg_0";
    EXPECT_EQ(made(drive, workloads.workload(name), 1000).notes.size(), is_larger ? 1U : 0U) << name;
  }
}

// Every drive can run the default workload for a while.
TEST(Drives, RunTheDefaultWorkload) {
  const Library workloads((stdlib_dir() / "workloads.ssd").string());
  std::size_t run = 0;
  for (const fs::path& path : library_files()) {
    const Library library(path.string());
    for (const check::Declared& declared : library.checked.declared_designs) {
      if (declared.imported) continue;
      const design::Design& drive = library.design(declared.name);
      const trace::Requests requests = made(drive, workloads.workload("Default"), 2000);
      run::Options options;
      options.check = true;
      const run::Outcome outcome = run::run(drive, generic_engine(), {.requests = requests.list}, options);
      EXPECT_EQ(outcome.status, Status::kDone) << declared.name;
      EXPECT_TRUE(outcome.violations.empty()) << declared.name;
      EXPECT_EQ(outcome.results.host.completed[0] + outcome.results.host.completed[1], 2000U) << declared.name;
      ++run;
    }
  }
  EXPECT_EQ(run, 24U);
}

// The same writes, with hot pages apart from cold ones: collected blocks hold fewer valid pages.
TEST(Streams, MoveLessWhereHotAndColdAreApart) {
  const Library library((tests::source_dir() / "examples/hot_cold.ssd").string());
  ASSERT_EQ(library.said(), "");
  const auto amplification = [&](std::string_view name) {
    const design::Design& drive = library.design(name);
    const trace::Requests requests = made(drive, library.workload("Skewed"));
    const run::Outcome outcome = run::run(drive, generic_engine(), {.requests = requests.list}, {});
    EXPECT_EQ(outcome.status, Status::kDone) << name;
    return outcome.results.write_amplification();
  };
  EXPECT_LT(amplification("TwoStreams"), 0.9 * amplification("OneStream"));
}

TEST(Policies, CheckWhereTheyAreUsed) {
  const std::string base = fmt::format("import \"std/orders.ssd\"\ndesign Base {{ {} }}\n", kGeometry);
  std::string used;
  for (const std::string text :
       {"schedule { priority: arrival_order }",
        "schedule { priority: read_first }",
        "schedule { priority: host_first }",
        "schedule { priority(o): deadline(o, 1ms, 10ms) }",
        "allocation: dynamic { order: CWDP  cost(u): least_loaded(u, 50us) }",
        "allocation: dynamic { order: CWDP  cost: least_full }",
        "allocation: static { order: S6  streams: [hot, cold]  stream(r): if is_small(r, 8KiB) then hot else cold }",
        "buffer { size: 1MiB  policy(e): lru(e) }",
        "buffer { size: 1MiB  policy: clean_first }",
        "buffer { size: 1MiB  policy: least_hit }",
        "commands { multiplane(w): never(w) or wise(w)  copyback(w): blind(w) }",
        "gc { victim(b): greedy(b) }",
        "gc { victim: fifo }",
        "gc { victim: random }",
        "gc { victim(b): d_choices(b, 10) }",
        "gc { victim(b): windowed_greedy(b, 32) }",
        "gc { victim: cost_benefit }",
        "gc { victim: cost_age_times }",
        "gc { victim(b): age_threshold(b, 100ms) }",
        "gc { victim(b): wear_aware(b, 10) }",
        "gc { preempt: when_host_waits }",
        "wear { allocate: least_worn }"}) {
    EXPECT_EQ(user(base + "design D from Base { " + text + " }").said().find("error["), std::string::npos) << text;
    used += " " + text;
  }
  for (const std::string& name : declared(stdlib_dir() / "policies.ssd", check::Kind::kFunction))
    EXPECT_TRUE(std::regex_search(used, std::regex("\\b" + name + "\\b"))) << name << " is not used here";
}

// Uniform writes over 80 % of a small drive, several times its size. The larger the sample or the window, the nearer
// the policy is to greedy. A sample of one is `random`, a window of one `fifo`.
TEST(Policies, SamplesLieBetweenRandomAndGreedy) {
  const auto amplification = [](const std::string& victim) {
    const Library library =
        user(fmt::format("design D {{ {} capacity {{ overprovision: 20% }} gc {{ victim{} }} }} "
                         "workload W {{ requests: 60_000 write: 100% size: 4KiB interval: 1ms }}",
                         kGeometry, victim));
    EXPECT_EQ(library.said(), "") << victim;
    const trace::Requests requests = made(library.design("D"), library.workload("W"));
    return run::run(library.design("D"), generic_engine(), {.requests = requests.list}, {})
        .results.write_amplification();
  };
  const double greedy = amplification(": greedy"), ten = amplification("(b): d_choices(b, 10)"),
               two = amplification("(b): d_choices(b, 2)");
  const double any = amplification(": random");
  EXPECT_LT(greedy, 1.01 * ten);
  EXPECT_LT(ten, two);
  EXPECT_LT(two, any);
  EXPECT_NEAR(amplification("(b): d_choices(b, 1)"), any, 0.02 * any);
  EXPECT_EQ(amplification("(b): d_choices(b, blocks)"), greedy);
  const double oldest = amplification(": fifo"), window = amplification("(b): windowed_greedy(b, blocks / 4)");
  EXPECT_EQ(amplification("(b): windowed_greedy(b, 1)"), oldest);
  EXPECT_LT(window, oldest);
  EXPECT_LT(greedy, 1.01 * window);
  EXPECT_EQ(amplification("(b): windowed_greedy(b, blocks)"), greedy);
}

TEST(Policies, AWordAndItsFunctionChooseTheSame) {
  const std::string base = fmt::format("design Base {{ {} capacity {{ overprovision: 25% }} }}\n", kGeometry);
  const auto completions = [&](const std::string& keys) {
    const Library library = user(base + "design D from Base { " + keys +
                                 " } workload W { requests: 20_000 size: 8KiB address: hotspot(20%: 80%) }");
    EXPECT_EQ(library.said().find("error["), std::string::npos);
    run::Options options;
    options.keep_times = true;
    const trace::Requests requests = made(library.design("D"), library.workload("W"));
    return run::run(library.design("D"), generic_engine(), {.requests = requests.list}, options).completions;
  };
  EXPECT_EQ(completions("buffer { size: 256KiB  policy: lru }"),
            completions("buffer { size: 256KiB  policy(e): lru(e) }"));
  EXPECT_EQ(completions("commands { multiplane: blind }"), completions("commands { multiplane(w): blind(w) }"));
  EXPECT_NE(completions("schedule { priority: read_first }"), completions("schedule { priority: arrival_order }"));
}

}  // namespace
}  // namespace ssd
