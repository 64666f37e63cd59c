// The settings of an experiment: `seeds: 3`, `only: ftl`.
#include <fmt/format.h>

#include "compiler/check/helps/foreign.h"
#include "compiler/check/study/experiment.h"
#include "runtime/abi/functional_obstacle.h"
#include "runtime/base/suggest.h"
#include "runtime/base/words.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::int64_t kMostSeeds = limits::kMostSeeds;
constexpr std::string_view kOnly = "only", kFtl = "ftl";

void read_seed_count(ExperimentReader& reader, const ast::Setting& setting) {
  const Value value = reader.evaluator.evaluate(*setting.value).value;
  if (!value.known() || value.type != Type::kInt) {
    if (value.known()) report_type(reader.sink(), *setting.value, "an int", value.type, "");
    reader.sound = false;
    return;
  }
  const std::int64_t count = *as_int(value.number);
  if (count >= 1 && count <= kMostSeeds) {
    reader.result.seeds = static_cast<std::uint64_t>(count);
    return;
  }
  reader.fail(Code::E0204, setting.value->span, "seeds", count, fmt::format("1..{}", kMostSeeds))
      .help(fmt::format("write `seeds: {}`", count < 1 ? 1 : kMostSeeds));
}

// The name of the pass is a word, not a const, like the words of keys.
void read_only(ExperimentReader& reader, const ast::Setting& setting) {
  const auto* word = std::get_if<ast::NameRef>(&setting.value->node);
  if (word != nullptr && word->text == kFtl) {
    reader.result.only_ftl = true;
    reader.only = setting.span;
    return;
  }
  const Span at = setting.value->span;
  reader.fail(Code::E0212, at, excerpt(reader.evaluator.sources(), at), kOnly)
      .help("write `only: ftl`, or leave `only` out for whole runs");
}

using ReadSetting = void (*)(ExperimentReader& reader, const ast::Setting& setting);
constexpr std::array kSettings{Word<ReadSetting>{"seeds", read_seed_count}, Word<ReadSetting>{kOnly, read_only}};

void report_unknown(ExperimentReader& reader, const ast::Name& key) {
  std::vector<std::string> known;
  for (const auto& setting : kSettings) known.emplace_back(setting.text);
  const auto near = nearest(key.text, known);
  const auto ours = key_instead("experiment", key.text);
  reader.fail(Code::E0201, key.span, "experiment", key.text)
      .help(
          ours ? fmt::format("write `{}: …`", ours->key)
          : near
              ? fmt::format("did you mean `{}`?", *near)
              : "an experiment contains `vary`, `measure`, `normalize`, `expect`, `plot`, `seeds: n` and `only: ftl`");
}

Obstacle obstacle_of(const design::Design& design, const design::Workload& workload) {
  const Config config = design::config(design);
  const workload::Workload* first = design.start.workload.get();
  Obstacle found = first == nullptr ? Obstacle{} : functional_obstacle(config, loop_of(*first), true);
  return found.what.empty() ? functional_obstacle(config, loop_of(workload), false) : found;
}

template <class T>
const T* declared_at(std::span<const T> list, Span declared) {
  const auto found = std::ranges::find(list, declared, &T::span);
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const ast::Setting* find_setting(const ast::ExperimentDecl& decl, std::string_view name) {
  for (const ast::Statement& statement : decl.statements) {
    const auto* setting = std::get_if<ast::Setting>(&statement);
    if (setting != nullptr && setting->key.text == name) return setting;
  }
  return nullptr;
}

void read_settings(ExperimentReader& reader, const ast::ExperimentDecl& decl) {
  for (const ast::Statement& statement : decl.statements) {
    const auto* setting = std::get_if<ast::Setting>(&statement);
    if (setting == nullptr) continue;
    const auto* known = find_word(kSettings, setting->key.text);
    const ast::Setting* first = find_setting(decl, setting->key.text);
    if (known == nullptr) {
      report_unknown(reader, setting->key);
    } else if (first != setting) {
      reader.fail(Code::E0320, setting->key.span, fmt::format("`{}`", known->text))
          .note(first->key.span, "it is first written here")
          .help("keep one of the two");
    } else {
      known->value(reader, *setting);
    }
  }
}

bool designs_need_no_clock(const ast::ExperimentDecl& decl, const design::Experiment& experiment,
                           std::span<const design::Design> designs, std::span<const design::Workload> workloads,
                           diag::Sink& sink) {
  if (!experiment.only_ftl) return true;
  for (const design::Axis& axis : experiment.axes) {
    if (axis.kind == design::AxisKind::kParam) return true;
  }
  bool sound = true;
  for (const design::AxisValue& of_design : experiment.axes[0].values) {
    for (const design::AxisValue& of_workload : experiment.axes[1].values) {
      const design::Design* design = declared_at(designs, of_design.declared);
      const design::Workload* workload = declared_at(workloads, of_workload.declared);
      if (design == nullptr) continue;
      const Obstacle found = obstacle_of(*design, workload == nullptr ? design::Workload{} : *workload);
      if (found.what.empty()) continue;
      report_obstacle(found, design->name, find_setting(decl, kOnly)->span, OnlyBy::kExperiment, sink)
          .note(design->span, fmt::format("`{}` is declared here", design->name));
      sound = false;
      break;
    }
  }
  return sound;
}

}  // namespace ssd::check
