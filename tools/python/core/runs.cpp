// Runs of a Plan, and their results.
#include "tools/python/core/arrow.h"
#include "tools/python/core/background.h"
#include "tools/python/core/bound.h"

namespace ssd::python {
namespace {

constexpr std::array<const char*, 8> kStages{"requests", "compile", "drive", "first",
                                             "measured", "life",    "probe", "fit"};
constexpr std::array kFolds{std::pair("error", api::Fold::kError), std::pair("modulo", api::Fold::kModulo),
                            std::pair("compact", api::Fold::kCompact)};

class RunWork final : public Work {
 public:
  RunWork(api::Plan plan, api::RunOptions options, nb::handle told)
      : plan_(std::move(plan)), options_(std::move(options)), told_(told) {}

  bool ask() override {
    if (told_.is_none()) return true;
    api::Progress at;
    {
      const std::lock_guard lock(mutex_);
      at = at_;
    }
    return !told_(kStages.at(static_cast<std::size_t>(at.stage)), at.share).is(nb::bool_(false));
  }

  api::Run run() {
    tell(result_->value.has_value(), result_->diagnostics, result_->text);
    return std::move(*result_->value);
  }

 private:
  void work() override {
    options_.progress = [this](const api::Progress& at) {
      const std::lock_guard lock(mutex_);
      at_ = at;
      return goes_on();
    };
    result_ = api::run(plan_, options_);
  }

  api::Plan plan_;
  api::RunOptions options_;
  nb::handle told_;  // of the caller, who waits
  api::Progress at_;
  std::optional<api::Result<api::Run>> result_;
};

// Runs the Plan. `told` is called a few times a second, in the caller's thread, with the stage and the share of it that
// is done; False ends the run, which is then partial. It may be None. Raises what `told` or a signal raises.
api::Run run_interruptibly(const api::Plan& plan, const api::RunOptions& options, const nb::object& told) {
  const auto work = std::make_shared<RunWork>(plan, options, told);
  work_interruptibly(work);
  return work->run();
}

// All metrics in the order of the report.
nb::typed<nb::dict, nb::str, std::optional<double>> values_of(const api::Run& run) {
  nb::typed<nb::dict, nb::str, std::optional<double>> values;
  for (const api::Metric& metric : run.metrics()) values[nb::str(metric.name.c_str())] = nb::cast(metric.value);
  return values;
}

// The completed requests. `time`, `op`, `offset` and `size` are what a trace needs, too.
std::shared_ptr<Table> table_of_requests(const api::Run& run) {
  using Value = std::uint64_t (*)(const api::RequestTimes&);
  constexpr std::array kNumbers{
      std::pair<const char*, Value>("time", [](const auto& r) { return r.request.time; }),
      std::pair<const char*, Value>("offset", [](const auto& r) { return r.request.offset; }),
      std::pair<const char*, Value>("size", [](const auto& r) { return r.request.bytes; }),
      std::pair<const char*, Value>("completion", [](const auto& r) { return r.completion; }),
      std::pair<const char*, Value>("response", [](const auto& r) { return r.response(); }),
      std::pair<const char*, Value>("queue", [](const auto& r) { return r.queue; }),
      std::pair<const char*, Value>("unit", [](const auto& r) { return r.unit; }),
      std::pair<const char*, Value>("collection", [](const auto& r) { return r.collection; }),
      std::pair<const char*, Value>("channel", [](const auto& r) { return r.channel; }),
      std::pair<const char*, Value>("transfer", [](const auto& r) { return r.transfer; }),
      std::pair<const char*, Value>("array", [](const auto& r) { return r.array; }),
      std::pair<const char*, Value>("controller", [](const auto& r) { return r.controller; })};
  auto table = std::make_shared<Table>();
  Column op{.name = "op", .kind = Column::Kind::kText, .values = {0}};
  for (const api::RequestTimes& request : run.requests()) {
    op.characters += word_of(kDirections, request.request.direction);
    op.values.push_back(op.characters.size());
  }
  for (const auto& [name, value] : kNumbers) {
    Column& column = table->columns.emplace_back(Column{.name = name});
    for (const api::RequestTimes& request : run.requests()) column.values.push_back(value(request));
  }
  table->columns.insert(table->columns.begin() + 1, std::move(op));
  table->rows = run.requests().size();
  return table;
}

void bind_options(nb::module_& module) {
  nb::class_<api::TimelineOptions>(module, "TimelineOptions")
      .def(nb::init<>())
      .def_rw("begin", &api::TimelineOptions::from)
      .def_rw("until", &api::TimelineOptions::until)
      .def_rw("bytes", &api::TimelineOptions::bytes);
  nb::class_<api::RunOptions>(module, "RunOptions")
      .def(nb::init<>())
      .def_rw("seed", &api::RunOptions::seed)
      .def_rw("requests", &api::RunOptions::requests)
      .def_prop_rw(
          "engine", [](const api::RunOptions& options) { return word_of(kEngines, options.engine); },
          [](api::RunOptions& options, const std::string& word) { options.engine = chosen(kEngines, word, "engine"); })
      .def_rw("cache", &api::RunOptions::cache)
      .def_rw("memory", &api::RunOptions::memory)
      .def_rw("until_end_of_life", &api::RunOptions::until_end_of_life)
      .def_rw("only_ftl", &api::RunOptions::only_ftl)
      .def_rw("check", &api::RunOptions::check)
      .def_rw("sort_trace", &api::RunOptions::sort_trace)
      .def_rw("skip_bad_lines", &api::RunOptions::skip_bad_lines)
      .def_rw("request_times", &api::RunOptions::request_times)
      .def_rw("timeline", &api::RunOptions::timeline)
      .def_rw("save_snapshot", &api::RunOptions::save_snapshot);
  nb::class_<api::TraceWorkload>(module, "TraceWorkload")
      .def(nb::init<>())
      .def_rw("path", &api::TraceWorkload::path)
      .def_rw("format", &api::TraceWorkload::format)
      .def_prop_rw(
          "fold", [](const api::TraceWorkload& trace) { return word_of(kFolds, trace.fold); },
          [](api::TraceWorkload& trace, const std::string& word) { trace.fold = chosen(kFolds, word, "fold"); })
      .def_rw("closed", &api::TraceWorkload::closed)
      .def("take",
           [](api::TraceWorkload& trace, const nb::object& capsule) { trace.records = records_of_stream(capsule); });
}

}  // namespace

void bind_runs(nb::module_& module) {
  bind_options(module);
  nb::class_<api::Run>(module, "Run")
      .def("partial", &api::Run::partial)
      .def("values", &values_of)
      .def("json", &api::Run::json)
      .def("text", &api::Run::text)
      .def("requests", &table_of_requests)
      .def("requests_csv", &api::Run::requests_csv)
      .def("blame",
           [](const api::Run& run, double share) {
             const api::Blame blame = run.blame(share);
             return std::pair(blame.text, blame.json);
           })
      .def("timeline", [](const api::Run& run) {
        api::Timeline timeline = run.timeline();
        return std::tuple(nb::bytes(timeline.perfetto.data(), timeline.perfetto.size()), std::move(timeline.notes));
      });
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end_work_left));
  module.def("run", &run_interruptibly, nb::arg("plan"), nb::arg("options"), nb::arg("told").none());
}

}  // namespace ssd::python
