// Experiments: made in this process, or by workers.
#include "tools/python/core/background.h"
#include "tools/python/core/bound.h"

namespace ssd::python {
namespace {

using Result = api::Result<api::Experiment>;

// An experiment that is made in this process. `told` may be None.
class ExperimentWork final : public Work {
 public:
  ExperimentWork(std::function<Result(const api::ExperimentOptions&)> made, api::ExperimentOptions options,
                 nb::handle told)
      : made_(std::move(made)), options_(std::move(options)), told_(told) {}

  bool ask() override {
    if (told_.is_none()) return true;
    api::ExperimentProgress at;
    {
      const std::lock_guard lock(mutex_);
      at = at_;
    }
    return !told_(at.done, at.failed, at.runs, at.share).is(nb::bool_(false));
  }

  api::Experiment experiment() {
    tell(result_->value.has_value(), result_->diagnostics, result_->text);
    return std::move(*result_->value);
  }

 private:
  void work() override {
    options_.progress = [this](const api::ExperimentProgress& at) {
      const std::lock_guard lock(mutex_);
      at_ = at;
      return goes_on();
    };
    result_ = made_(options_);
  }

  std::function<Result(const api::ExperimentOptions&)> made_;
  api::ExperimentOptions options_;
  nb::handle told_;  // of the caller, who waits
  api::ExperimentProgress at_;
  std::optional<Result> result_;
};

// Runs that this process makes as a worker.
class RunsWork final : public Work {
 public:
  explicit RunsWork(const nb::bytes& runs) : runs_(runs.c_str(), runs.size()) {}
  nb::bytes lines() const {
    tell(made_->value.has_value(), made_->diagnostics, made_->text);
    return nb::bytes(made_->value->data(), made_->value->size());
  }

 private:
  void work() override {
    made_ = api::make_runs(runs_, [this] { return goes_on(); });
  }

  std::string runs_;
  std::optional<api::Result<std::string>> made_;
};

// An experiment whose points are checked, for workers. If nobody waits any more, its journal is given up at once.
class ElsewhereWork final : public Work {
 public:
  ElsewhereWork(const api::File& file, std::string name, api::ExperimentOptions options)
      : file_(file), name_(std::move(name)), options_(std::move(options)) {}
  api::RunsElsewhere runs() {
    tell(begun_->value.has_value(), begun_->diagnostics, begun_->text);
    return std::move(*begun_->value);
  }

 private:
  void work() override {
    auto begun = file_.runs_elsewhere(name_, options_);
    if (goes_on()) begun_ = std::move(begun);
  }

  api::File file_;
  std::string name_;
  api::ExperimentOptions options_;
  std::optional<api::Result<api::RunsElsewhere>> begun_;
};

api::RunsElsewhere begin_elsewhere(const api::File& file, const std::string& name,
                                   const api::ExperimentOptions& options) {
  const auto work = std::make_shared<ElsewhereWork>(file, name, options);
  work_interruptibly(work);
  return work->runs();
}

api::Experiment run_experiment(const api::File& file, const std::string& name, const api::ExperimentOptions& options,
                               const nb::object& told) {
  const auto work = std::make_shared<ExperimentWork>(
      [file, name](const api::ExperimentOptions& wanted) { return file.run_experiment(name, wanted); }, options, told);
  work_interruptibly(work);
  work->ask();  // all runs are over
  return work->experiment();
}

nb::bytes make_runs(const nb::bytes& runs) {
  const auto work = std::make_shared<RunsWork>(runs);
  work_interruptibly(work);
  return work->lines();
}

constexpr std::array kVerdicts{std::pair("holds", api::Verdict::kHolds), std::pair("fails", api::Verdict::kFails),
                               std::pair("undecided", api::Verdict::kUndecided)};

// The values of ssdc.Claim, in the order of its fields.
using Claim = std::tuple<std::string, std::string, std::string, std::string, std::optional<double>, std::string,
                         std::vector<std::string>, std::string>;
std::vector<Claim> claims_of(const api::Experiment& experiment) {
  std::vector<Claim> all;
  for (const api::Claim& claim : experiment.claims())
    all.emplace_back(claim.title, claim.text, word_of(kVerdicts, claim.verdict), claim.values, claim.margin,
                     claim.reason, claim.where, claim.known);
  return all;
}

// Returns `call()`. A journal that cannot be read any more is an error of the package.
template <class Call>
auto read_back(Call call) {
  std::string why;
  try {
    return call();
  } catch (const std::runtime_error& lost) {
    why = lost.what();
  }
  refuse({}, why, "run the experiment again: it makes only what is missing");
}

template <class Task>
auto read_aside(Task task) {
  return read_back([&task] { return aside(std::move(task)); });
}

void bind_experiment(nb::module_& module) {
  nb::class_<api::Experiment>(module, "Experiment")
      .def("name", &api::Experiment::name)
      .def("partial", &api::Experiment::partial)
      .def("claims", &claims_of)
      .def("contradicts_a_claim", &api::Experiment::contradicts_a_claim)
      .def("value",
           [](const api::Experiment& experiment, std::uint64_t point, std::uint64_t seed, const std::string& metric) {
             return read_back([&] {
               const Unlocked unlocked;
               return experiment.value(point, seed, metric);
             });
           })
      .def("text", [](const api::Experiment& of) { return read_aside([of] { return of.text(); }); })
      .def("csv", [](const api::Experiment& of) { return read_aside([of] { return of.csv(); }); })
      .def("json", [](const api::Experiment& of) { return read_aside([of] { return of.json(); }); })
      .def("plots",
           [](const api::Experiment& experiment) {
             std::vector<std::pair<std::string, std::string>> all;
             for (api::Plot& plot : read_aside([experiment] { return experiment.plots(); }))
               all.emplace_back(std::move(plot.name), std::move(plot.svg));
             return all;
           })
      .def("page", [](const api::Experiment& experiment) { return value_aside([=] { return experiment.page(); }); });
}

}  // namespace

void bind_experiments(nb::module_& module) {
  nb::class_<api::ExperimentOptions>(module, "ExperimentOptions")
      .def(nb::init<>())
      .def_rw("points", &api::ExperimentOptions::points)
      .def_rw("jobs", &api::ExperimentOptions::jobs)
      .def_prop_rw(
          "engine", [](const api::ExperimentOptions& options) { return word_of(kEngines, options.engine); },
          [](api::ExperimentOptions& options, const std::string& word) {
            options.engine = chosen(kEngines, word, "engine");
          })
      .def_rw("cache", &api::ExperimentOptions::cache)
      .def_rw("memory", &api::ExperimentOptions::memory)
      .def_rw("check", &api::ExperimentOptions::check)
      .def_rw("sort_trace", &api::ExperimentOptions::sort_trace)
      .def_rw("skip_bad_lines", &api::ExperimentOptions::skip_bad_lines)
      .def_rw("folder", &api::ExperimentOptions::folder)
      .def_rw("journal", &api::ExperimentOptions::journal);
  bind_experiment(module);
  nb::class_<api::RunsElsewhere>(module, "RunsElsewhere")
      .def("to_make", &api::RunsElsewhere::to_make)
      .def("pages", &api::RunsElsewhere::pages)
      .def("give",
           [](api::RunsElsewhere& runs, std::uint64_t place, std::uint64_t count, std::uint64_t beside,
              std::uint64_t most_bytes) {
             const auto given = value_of([&] { return runs.give(place, count, beside, most_bytes); });
             return std::pair(nb::bytes(given.bytes.data(), given.bytes.size()), given.runs);
           })
      .def("take",
           [](api::RunsElsewhere& runs, const nb::bytes& made) {
             const std::string_view bytes(made.c_str(), made.size());
             const api::RunsElsewhere::Taken taken = value_of([&] { return runs.take(bytes); });
             return std::tuple(taken.runs, taken.failed, taken.seconds, taken.pages, taken.reached);
           })
      .def("close", &api::RunsElsewhere::close)
      .def("results", [](api::RunsElsewhere runs, bool stopped) {
        const auto work = std::make_shared<ExperimentWork>(
            [runs, stopped](const api::ExperimentOptions&) mutable { return runs.results(stopped); },
            api::ExperimentOptions(), nb::none());
        work_interruptibly(work);
        return work->experiment();
      });
  module.def("runs_elsewhere", &begin_elsewhere);
  module.def("run_experiment", &run_experiment, nb::arg("file"), nb::arg("name"), nb::arg("options"),
             nb::arg("told").none());
  module.def("dry_run", [](const api::File& file, const std::string& name, const api::ExperimentOptions& options) {
    return value_aside([=] { return file.dry_run(name, options); });
  });
  module.def("make_runs", &make_runs);
}

}  // namespace ssd::python
