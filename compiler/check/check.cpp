// The whole check, from files to checked declarations: load the files, declare their names, evaluate params, then check
// each part, design, workload and experiment by itself. See check.h.
#include "compiler/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "compiler/check/block_reach.h"
#include "compiler/check/expr/functions.h"
#include "compiler/check/library.h"
#include "compiler/check/lint/effects.h"
#include "compiler/check/lint/lints.h"
#include "compiler/check/lint/start_collects.h"
#include "compiler/check/lint/unused.h"
#include "compiler/check/params.h"
#include "compiler/check/sections/lines.h"
#include "compiler/check/sections/sections.h"
#include "compiler/check/sections/tables.h"
#include "compiler/check/study/experiment.h"
#include "compiler/check/study/seeds.h"
#include "compiler/check/workload/workload.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using diag::Code;

using limits::kMostDesigns;          // each design is proved by itself
constexpr u64 kStepsOfDesign = 200;  // the steps of evaluation that a design's defaults take

constexpr std::array kDesignSections{
    Key{.name = "geometry",
        .form = Form::kBlock,
        .doc = "how many of each level, counted per parent, and the sizes of a page",
        .block = geometry_keys},
    Key{.name = "nand",
        .form = Form::kOwn,
        .doc = "the flash part: latencies, bus, endurance, energy",
        .takes = "the name of a part, or a block",
        .otherwise = "the SLC part of Hu et al. 2013",
        .block = nand_keys},
    Key{.name = "capacity", .form = Form::kBlock, .doc = "how much of the flash the host sees", .block = capacity_keys},
    Key{.name = "allocation",
        .form = Form::kOwn,
        .words = "static write_order dynamic",
        .meanings = "by logical page number | by the number of the write, round robin | where work can start soonest",
        .doc = "where pages go",
        .takes = "`static ORDER`, `static map(lpn) { … }`, `write_order ORDER`, `dynamic ORDER`, or one of the three "
                 "with a block",
        .otherwise = "`static channel > die > plane > chip`",
        .block = allocation_keys,
        .variant = "static | write_order | dynamic"},
    Key{.name = "commands",
        .form = Form::kBlock,
        .doc = "the flash commands that overlap operations, and when they are used",
        .block = commands_keys},
    Key{.name = "ftl", .form = Form::kBlock, .doc = "the translation of addresses", .block = ftl_keys},
    Key{.name = "gc",
        .form = Form::kBlock,
        .doc = "garbage collection: when, which block, and at what cost",
        .block = gc_keys},
    Key{.name = "wear",
        .form = Form::kBlock,
        .doc = "wear levelling and the choice of free blocks",
        .block = wear_keys},
    Key{.name = "tables",
        .form = Form::kOwn,
        .doc = "tables that policies read and events change: history for placement and collection",
        .takes = "blocks, one for each table: `NAME { … }`",
        .otherwise = "no tables",
        .block = table_keys},
    Key{.name = "buffer", .form = Form::kBlock, .doc = "the controller's data buffer", .block = buffer_keys},
    Key{.name = "host",
        .form = Form::kBlock,
        .doc = "how requests are admitted and completed, and which part of a page crosses the bus",
        .block = host_keys},
    Key{.name = "schedule",
        .form = Form::kBlock,
        .doc = "which operation goes first if several are ready",
        .block = schedule_keys},
    Key{.name = "start",
        .form = Form::kOwn,
        .doc = "the drive before the first request",
        .takes = "a block, or short: `start: erased`",
        .block = start_keys},
};

// The number of the table that a line of the section `tables` is about; the line's key begins with its name.
std::size_t table_of_line(const design::Design& design, const design::Property& line) {
  const std::string_view name = std::string_view(line.key).substr(0, line.key.find('.'));
  return static_cast<std::size_t>(std::ranges::find(design.tables, name, &design::Table::name) - design.tables.begin());
}

// Adds the defaults and orders the lines as language.md lists the sections. The checker itself reads sections in the
// order in which they depend on each other.
void complete_sections(const design::Design& design, std::vector<design::Property>& lines) {
  for (const Key& section : kDesignSections) {
    if (section.block != table_keys) add_defaults(lines, section.name, section.block());
  }
  const auto place = [](const design::Property& p) {
    return std::ranges::find(kDesignSections, p.section, &Key::name);
  };
  std::ranges::stable_sort(lines, {}, place);
  for (auto first = lines.begin(); first != lines.end();) {
    const auto last =
        std::find_if(first, lines.end(), [&](const design::Property& p) { return p.section != first->section; });
    if (place(*first)->block == table_keys)
      std::ranges::stable_sort(first, last, {}, [&](const design::Property& p) { return table_of_line(design, p); });
    else
      order_lines({first, last}, place(*first)->block());
    first = last;
  }
}

class Check {
 public:
  Check(const Options& options, SourceMap& sources, diag::Sink& sink, std::vector<UsedParams>* params)
      : options_(options), sources_(sources), sink_(sink), params_(params) {}

  Checked run(const std::string& path) {
    // After a syntax error or an import that cannot be read, the missing names would only be reported again as unknown.
    const std::size_t errors_before = sink_.error_count();
    sources_.set_library(options_.stdlib_directory);
    const std::vector<LoadedFile> files = load(path, options_, sources_, sink_);
    checked_.path = path;
    checked_.stdlib_directory = options_.stdlib_directory;
    if (sink_.error_count() != errors_before) return std::move(checked_);
    Library library(options_);
    Names names(files, library, sink_);
    Globals globals(names, sources_, sink_, effort_, lints_);
    globals.override_params(options_.overrides);
    check_functions(files, globals, sources_, sink_);
    if (!globals.check_overrides()) return std::move(checked_);
    globals.check_all(files);
    const Symbol* wanted = names.find(Kind::kDesign, options_.design, names.root());
    wanted_ = wanted == nullptr ? nullptr : wanted->decl;
    Merger merger(names, sink_, overlays(globals));
    for (const LoadedFile& file : files) {
      for (const ast::Decl& decl : file.tree.decls) declaration(decl, file, globals, merger);
    }
    for (design::Design& design : checked_.designs) find_first_workload(design);
    for (const LoadedFile& file : files) {
      for (const ast::Decl& decl : file.tree.decls) read_statements(decl, file, globals);
    }
    check_experiments();
    if (params_ != nullptr) list_params(files, globals, merger);
    effects_.report(sink_);
    if (!sink_.has_errors()) warn_about_unused(files.front().tree, sink_);
    return std::move(checked_);
  }

 private:
  // What `-D` gives for keys.
  std::vector<Overlay> overlays(Globals& globals) const {
    if (globals.given_keys() == nullptr) return {};
    return {{.block = globals.given_keys(), .only = wanted_, .file = globals.names().root()}};
  }

  // Checks each declaration by itself, so that one mistake does not hide another.
  void declaration(const ast::Decl& decl, const LoadedFile& file, Globals& globals, Merger& merger) {
    const ast::Name* name = declared_name(decl);
    if (name == nullptr) return;
    const Declared declared{name->text, name->span, file.tree.file != globals.names().root()};
    const auto* block = std::get_if<ast::BlockDecl>(&decl.node);
    if (block == nullptr) return;
    // A second declaration of the name was reported; only the first one counts.
    const Symbol* symbol = globals.names().find(kind_of(decl), name->text, file.tree.file);
    if (symbol == nullptr || symbol->decl != &decl) return;
    if (block->kind == ast::BlockKind::kDesign) checked_.declared_designs.push_back(declared);
    if (block->kind == ast::BlockKind::kWorkload) checked_.declared_workloads.push_back(declared);
    if (effort_.spent()) return;
    const auto group = merger.resolve(*symbol);
    std::vector<design::Property> properties;
    Evaluator evaluator(globals, sources_, sink_);
    Context context{evaluator, merger, name->text, properties};
    if (block->kind == ast::BlockKind::kNand && group != nullptr) {
      check_part(context, *group);
    } else if (block->kind == ast::BlockKind::kDesign) {
      const std::size_t before = sink_.all().size();
      if (group != nullptr && is_asked_for(decl)) check_design(context, *group, decl, declared);
      if (!is_wanted(decl)) sink_.forget_warnings(before);
      if (block->from) sink_.note_warnings_outside(decl.span, before, said_of(name->text));
    } else if (block->kind == ast::BlockKind::kWorkload) {
      if (group != nullptr) check_workload(context, *group, decl, declared);
    }
  }

  // Runs after all designs and workloads are checked, because an experiment may name one before its declaration.
  void read_statements(const ast::Decl& decl, const LoadedFile& file, Globals& globals) {
    if (options_.only_design || !std::holds_alternative<ast::ExperimentDecl>(decl.node)) return;
    const ast::Name* name = declared_name(decl);
    const Symbol* symbol = globals.names().find(Kind::kExperiment, name->text, file.tree.file);
    if (symbol == nullptr || symbol->decl != &decl) return;
    checked_.declared_experiments.push_back({name->text, name->span, file.tree.file != globals.names().root()});
    if (effort_.spent()) return;
    evaluators_.emplace_back(globals, sources_, sink_);
    experiments_.push_back(read_experiment(evaluators_.back(), file.tree, decl, checked_.workloads));
  }

  void check_experiments() {
    const auto is_at = [](Span place) { return [place](const auto& checked) { return checked.span == place; }; };
    const HasPassed passed = [&](Span place) {
      return std::ranges::any_of(checked_.designs, is_at(place)) ||
             std::ranges::any_of(checked_.workloads, is_at(place));
    };
    for (ExperimentReader& reader : experiments_) {
      const ast::ExperimentDecl& decl = reader.decl;
      auto experiment = finish_experiment(std::move(reader), read_sections, passed);
      if (!experiment || !designs_need_no_clock(decl, *experiment, checked_.designs, checked_.workloads, sink_))
        continue;
      warn_of_idle_seeds(decl, *experiment, checked_.designs, checked_.workloads, sink_);
      checked_.experiments.push_back(std::move(*experiment));
    }
  }

  void list_params(const std::vector<LoadedFile>& files, Globals& globals, Merger& merger) {
    for (const LoadedFile& file : files) {
      for (const ast::Decl& decl : file.tree.decls) {
        const ast::Name* name = declared_name(decl);
        if (name == nullptr || (!options_.design.empty() && name->text != options_.design)) continue;
        const std::vector<const ast::Decl*> params = params_of({&decl, file.tree.file}, globals, merger);
        if (params.empty()) continue;
        UsedParams& used = params_->emplace_back(UsedParams{name->span, {}});
        for (const ast::Decl* param : params)
          used.params.push_back(line_of({param, declared_name(*param)->span.file}, globals));
      }
    }
  }

  // The params in the order of their declarations, file by file.
  static std::vector<const ast::Decl*> params_of(const Symbol& symbol, Globals& globals, Merger& merger) {
    if (kind_of(*symbol.decl) == Kind::kValue) return {symbol.decl};
    const bool uses = kind_of(*symbol.decl) == Kind::kDesign || kind_of(*symbol.decl) == Kind::kWorkload;
    const auto group = uses ? merger.resolve(symbol) : nullptr;
    if (group == nullptr) return {};
    BlockReach reach(globals.names(), merger);
    reach.add(*group);
    std::vector<const ast::Decl*> params(reach.params().begin(), reach.params().end());
    const auto place = [](const ast::Decl* param) {
      return std::pair(declared_name(*param)->span.file, declared_name(*param)->span.begin);
    };
    std::ranges::sort(params, {}, place);
    return params;
  }

  static design::Property line_of(const Symbol& value, Globals& globals) {
    const ast::Name& name = *declared_name(*value.decl);
    const Span stated = globals.given(value.decl).value_or(name.span);
    return {"params", name.text, to_text(globals.value(value, name.span)), {design::OriginKind::kGiven, stated, {}}};
  }

  // Keeps the design only if every section has passed, because later rooms rely on the invariants of design.h.
  void check_design(Context& context, const Group& group, const ast::Decl& decl, const Declared& declared) {
    if (checked_.declared_designs.size() > kMostDesigns) {
      sink_.report(Code::E0312, declared.span, kMostDesigns).help("spread the designs over several files");
      return;
    }
    design::Design design;
    design.name = declared.name;
    design.span = declared.span;
    design.doc = decl.doc;
    if (!read_sections(context, group, design)) return;
    check_proportions(context, group, design);
    effects_.look(context, group, design, is_wanted(decl));
    complete_sections(design, context.properties);
    design.properties = std::move(context.properties);
    checked_.designs.push_back(std::move(design));
  }

  // Skips what needs a correct geometry if the geometry has an error, so that one mistake is not reported ten times.
  static bool read_sections(Context& context, const Group& group, design::Design& design) {
    if (!context.evaluator.globals().effort().step(context.sink(), design.span, kStepsOfDesign)) return false;
    Reader reader(context, "design", &group, kDesignSections);
    const auto section = [&](std::string_view key) -> const Group* {
      const Entry* entry = group.find(key);
      return entry == nullptr ? nullptr : entry->group.get();
    };
    const bool sizes = read_geometry(context, section("geometry"), design);
    const bool geometry = read_ftl(context, section("ftl"), sizes, design) && sizes;
    // If the geometry has an error its names still have a meaning; their values are then the defaults.
    const auto known_geometry = context.evaluator.scope().with_geometry(design.geometry);
    for (const char* key : {"nand", "start"}) reader.refuses_params(key);
    design.gc.superblock = superblock_stated(context, section("gc"));
    bool sound = read_nand(context, group.find("nand"), design) && geometry && reader.sound();
    if (geometry) sound &= check_program_unit(context, group.find("nand"), design);
    const bool capacity = geometry && read_capacity(context, section("capacity"), design);
    const bool tables = capacity && declare_tables(context, section("tables"), design);
    const auto known_tables = context.evaluator.scope().with_tables(design.tables);
    const bool allocation = capacity && read_allocation(context, group.find("allocation"), design);
    sound &= read_commands(context, section("commands"), design);
    const bool gc = geometry && read_gc(context, section("gc"), design);
    if (geometry) sound &= read_wear(context, section("wear"), design);
    if (tables && allocation && gc) sound &= read_table_events(context, section("tables"), design);
    sound &= read_buffer(context, section("buffer"), design);
    sound &= read_host(context, section("host"), design);
    sound &= read_schedule(context, section("schedule"), design);
    if (allocation) sound &= read_start(context, group.find("start"), design);
    const Entry* stated = group.find("capacity");
    const bool space =
        allocation && gc && check_space(context, stated == nullptr ? design.span : stated->span(), design);
    const bool together = allocation && gc && check_clashes(context, group, design);
    const bool units = allocation && gc && sound && check_units(context, group, design);
    if (geometry && sound) sound &= check_gather(context, group, design);
    sound &= tables;
    if (sound && allocation && gc) sound &= check_tables(context, group, design);
    if (!sound || !space || !together || !units) return false;
    const Entry* start = group.find("start");
    look_at_start(context.sink(), start == nullptr ? design.span : start->span(), design);
    return true;
  }

  // The features that do not go together with everything, each by itself, so that all that is wrong is reported.
  static bool check_clashes(Context& context, const Group& group, const design::Design& design) {
    bool sound = check_superblock(context, group, design);
    sound &= check_by_stream(context, group, design);
    sound &= check_interleave(context, group, design);
    sound &= check_plane_reads(context, group, design);
    sound &= check_requests(context, group, design);
    return sound;
  }

  // Runs after all workloads are checked, because a design may name one before its declaration. A workload that did not
  // pass has already been reported.
  void find_first_workload(design::Design& design) {
    if (design.start.run.empty()) return;
    const auto found = std::ranges::find(checked_.workloads, design.start.run_declared, &design::Workload::span);
    if (found == checked_.workloads.end()) return;
    design.start.workload = std::make_shared<design::Workload>(*found);
    const auto* generator = std::get_if<workload::Generator>(&found->source);
    const bool matters = wanted_ == nullptr || declared_name(*wanted_)->span == design.span;
    if (generator == nullptr || generator->read_parts != workload::kWhole || !matters) return;
    sink_.report(Code::W0290, design.start.run_span, design.start.run).help("let it write, or leave `run` out");
  }

  void check_workload(Context& context, const Group& group, const ast::Decl& decl, const Declared& declared) {
    auto workload = read_workload(context, group);
    if (!workload) return;
    workload->name = declared.name;
    workload->span = declared.span;
    workload->doc = decl.doc;
    checked_.workloads.push_back(std::move(*workload));
  }

  bool is_asked_for(const ast::Decl& decl) const { return !options_.only_design || wanted_ == &decl; }
  bool is_wanted(const ast::Decl& decl) const { return wanted_ == nullptr || wanted_ == &decl; }

  const Options& options_;
  SourceMap& sources_;
  diag::Sink& sink_;
  std::vector<UsedParams>* const params_;  // null if the caller does not want them
  Checked checked_;
  Effects effects_;
  Effort effort_;
  Lints lints_;
  std::deque<Evaluator> evaluators_;  // one for each of experiments_
  std::vector<ExperimentReader> experiments_;
  const ast::Decl* wanted_ = nullptr;  // the only design whose warnings matter
};

}  // namespace

std::span<const Key> design_keys() { return kDesignSections; }

Checked check(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink) {
  return Check(options, sources, sink, nullptr).run(path);
}

Checked check(const std::string& path, const Options& options, SourceMap& sources, diag::Sink& sink,
              std::vector<UsedParams>& params) {
  return Check(options, sources, sink, &params).run(path);
}

// Checks the library file in a compilation of its own, so that the names of the user's file cannot affect it.
std::optional<design::Workload> default_workload(const Options& options, SourceMap& sources, diag::Sink& sink) {
  Options plain = options;
  plain.overrides.clear();
  const Checked checked = check(options.stdlib_directory + "/workloads.ssd", plain, sources, sink);
  const design::Workload* workload =
      checked.declared_workloads.empty() ? nullptr : select_workload(checked, kDefaultWorkload, sink);
  return workload == nullptr ? std::nullopt : std::optional(*workload);
}

}  // namespace ssd::check
