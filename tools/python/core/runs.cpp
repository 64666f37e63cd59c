// Runs of a Plan, and their results.
#include "tools/python/core/arrow.h"
#include "tools/python/core/staged_work.h"

namespace ssd::python {
namespace {

constexpr std::array kFolds{std::pair("error", api::Fold::kError), std::pair("modulo", api::Fold::kModulo),
                            std::pair("compact", api::Fold::kCompact)};
constexpr std::array kRunViews{std::pair("timing", api::RunView::kTiming), std::pair("heat", api::RunView::kHeat)};
constexpr std::array kHeats{std::pair("erases", api::Heat::kErases), std::pair("busy", api::Heat::kBusy),
                            std::pair("wasted", api::Heat::kWasted)};

// A run that `told` ends is partial.
api::Run run_interruptibly(const api::Plan& plan, const api::RunOptions& options, const nb::object& told) {
  return made_interruptibly<api::Run>(options, told,
                                      [plan](const api::RunOptions& how) { return api::run(plan, how); });
}

nb::bytes draw_interruptibly(const api::File& file, const std::string& design, const api::RunDrawing& drawing,
                             const api::RunOptions& options, const nb::object& told) {
  const auto picture = made_interruptibly<api::Picture>(
      options, told,
      [file, design, drawing](const api::RunOptions& how) { return file.draw_run(design, drawing, how); });
  return nb::bytes(picture.bytes.data(), picture.bytes.size());
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
      std::pair<const char*, Value>("firmware", [](const auto& r) { return r.firmware; }),
      std::pair<const char*, Value>("link", [](const auto& r) { return r.link; }),
      std::pair<const char*, Value>("buffer", [](const auto& r) { return r.buffer; }),
      std::pair<const char*, Value>("unit", [](const auto& r) { return r.unit; }),
      std::pair<const char*, Value>("collection", [](const auto& r) { return r.collection; }),
      std::pair<const char*, Value>("channel", [](const auto& r) { return r.channel; }),
      std::pair<const char*, Value>("transfer", [](const auto& r) { return r.transfer; }),
      std::pair<const char*, Value>("array", [](const auto& r) { return r.array; }),
      std::pair<const char*, Value>("controller", [](const auto& r) { return r.controller; }),
      std::pair<const char*, Value>("slot_unit", [](const auto& r) { return r.slot.unit; }),
      std::pair<const char*, Value>("slot_collection", [](const auto& r) { return r.slot.collection; }),
      std::pair<const char*, Value>("slot_channel", [](const auto& r) { return r.slot.channel; }),
      std::pair<const char*, Value>("slot_transfer", [](const auto& r) { return r.slot.transfer; }),
      std::pair<const char*, Value>("slot_array", [](const auto& r) { return r.slot.array; })};
  auto table = std::make_shared<Table>();
  const auto rows = static_cast<std::size_t>(run.metric("response.count").value_or(0));
  Column op{.name = "op", .kind = Column::Kind::kText, .values = {0}};
  op.values.reserve(rows + 1);
  for (const auto& [name, value] : kNumbers) table->columns.emplace_back(Column{.name = name}).values.reserve(rows);
  run.each_request([&](const api::RequestTimes& request) {
    op.characters += op_of(request.request);
    op.values.push_back(op.characters.size());
    for (std::size_t i = 0; i < kNumbers.size(); ++i) table->columns[i].values.push_back(kNumbers[i].second(request));
    ++table->rows;
  });
  table->columns.insert(table->columns.begin() + 1, std::move(op));
  return table;
}

// The distribution of the response times: direction, response time, and number of requests.
std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> responses_of(const api::Run& run) {
  std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> all;
  for (const auto& [name, direction] : kDirections) {
    for (const api::ResponseCount& entry : run.responses(direction)) all.emplace_back(name, entry.time, entry.count);
  }
  return all;
}

api::RunDrawing drawing_of(const std::string& view, std::optional<std::uint64_t> begin,
                           std::optional<std::uint64_t> until, const std::optional<std::string>& of,
                           std::optional<api::TraceWorkload> trace) {
  api::RunDrawing drawing{.view = chosen(kRunViews, view, "view"), .from = begin, .until = until};
  if (of) drawing.of = chosen(kHeats, *of, "heat");
  drawing.trace = std::move(trace);
  return drawing;
}

void bind_options(nb::module_& module) {
  nb::class_<api::TimelineOptions>(module, "TimelineOptions")
      .def(nb::init<>())
      .def_rw("begin", &api::TimelineOptions::from)
      .def_rw("until", &api::TimelineOptions::until)
      .def_rw("bytes", &api::TimelineOptions::bytes);
  nb::class_<api::RunOptions>(module, "RunOptions")
      .def(nb::init<>())
      .def_rw("workload", &api::RunOptions::workload)
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
      .def("requests", [](const api::Run& run) { return aside([run] { return table_of_requests(run); }); })
      .def("responses", &responses_of)
      .def("requests_csv", [](const api::Run& run) { return aside([run] { return run.requests_csv(); }); })
      .def("blame",
           [](const api::Run& run, double share) {
             const api::Blame blame = aside([run, share] { return run.blame(share); });
             return std::pair(blame.text, blame.json);
           })
      .def("timeline", [](const api::Run& run) {
        api::Timeline timeline = aside([run] { return run.timeline(); });
        return std::tuple(nb::bytes(timeline.perfetto.data(), timeline.perfetto.size()), std::move(timeline.notes));
      });
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end_all_work));
  nb::class_<api::RunDrawing>(module, "RunDrawing");
  module.def("drawing", &drawing_of, nb::arg("view"), nb::arg("begin").none(), nb::arg("until").none(),
             nb::arg("of").none(), nb::arg("trace").none());
  module.def("draw_run", &draw_interruptibly, nb::arg("file"), nb::arg("design"), nb::arg("drawing"),
             nb::arg("options"), nb::arg("told").none());
  module.def("run", &run_interruptibly, nb::arg("plan"), nb::arg("options"), nb::arg("told").none());
}

}  // namespace ssd::python
