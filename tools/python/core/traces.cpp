// Traces: files that are read, described and written, requests of workloads, and workloads that resemble a trace.
#include "tools/python/core/arrow.h"
#include "tools/python/core/staged_work.h"

namespace ssd::python {
namespace {

std::shared_ptr<Table> table_of(const std::vector<api::Record>& records) {
  Column time{.name = "time"}, op{.name = "op", .kind = Column::Kind::kText, .values = {0}}, offset{.name = "offset"},
      size{.name = "size"}, device{.name = "device"};
  for (const api::Record& record : records) {
    time.values.push_back(record.time);
    op.characters += op_of(record);
    op.values.push_back(op.characters.size());
    offset.values.push_back(record.offset);
    size.values.push_back(record.bytes);
    device.values.push_back(record.device);
  }
  return std::make_shared<Table>(
      Table{.columns = {std::move(time), std::move(op), std::move(offset), std::move(size), std::move(device)},
            .rows = records.size()});
}

api::Trace opened_trace(const std::string& path, const std::string& format, bool skip_bad_lines,
                        std::optional<std::uint64_t> records) {
  const api::TraceOptions options{.format = format, .skip_bad_lines = skip_bad_lines, .records = records};
  return value_aside([=] { return api::open_trace(path, options); });
}

api::Result<std::shared_ptr<Table>> tabled(api::Result<std::vector<api::Record>> records) {
  api::Result<std::shared_ptr<Table>> result{
      .value = {}, .diagnostics = std::move(records.diagnostics), .text = std::move(records.text)};
  if (records) result.value = table_of(*records);
  return result;
}

// The number of records whose times were cut to the units of the format.
std::uint64_t write_trace(const api::Trace& trace, const std::string& path, const std::string& format) {
  const auto written = [=]() -> api::Result<api::Written> {
    const auto records = trace.records();
    if (!records) return {.value = {}, .diagnostics = records.diagnostics, .text = records.text};
    return api::write_trace(path, *records, format);
  };
  return value_aside(written).cut_times;
}
std::uint64_t write_stream(const std::string& path, const nb::object& capsule, const std::string& format) {
  const auto written = [path, format, records = records_of_stream(capsule)] {
    return api::write_trace(path, records, format);
  };
  return value_aside(written).cut_times;
}

using Figure = std::tuple<std::string, std::string, double, double, bool, bool>;
// The values of ssdc.FittedFigure, in the order of its fields.
std::vector<Figure> fitted_figures(const api::Fitted& fitted) {
  std::vector<Figure> all;
  for (const api::FittedFigure& one : fitted.figures)
    all.emplace_back(one.name, one.unit, one.trace, one.workload, one.fitted, one.within);
  return all;
}

api::Fitted fit_interruptibly(const std::string& path, const api::FitOptions& options, const nb::object& told) {
  return made_interruptibly<api::Fitted>(options, told,
                                         [path](const api::FitOptions& how) { return api::fit_trace(path, how); });
}

void bind_fits(nb::module_& module) {
  nb::class_<api::FitOptions>(module, "FitOptions")
      .def(nb::init<>())
      .def_rw("format", &api::FitOptions::format)
      .def_rw("skip_bad_lines", &api::FitOptions::skip_bad_lines)
      .def_rw("cache", &api::FitOptions::cache)
      .def_rw("name", &api::FitOptions::name)
      .def_rw("requests", &api::FitOptions::requests)
      .def_rw("space", &api::FitOptions::space)
      .def_rw("standard_library", &api::FitOptions::standard_library);
  nb::class_<api::Fitted>(module, "Fitted")
      .def_ro("name", &api::Fitted::name)
      .def_ro("text", &api::Fitted::text)
      .def("figures", &fitted_figures)
      .def_ro("not_expressible", &api::Fitted::not_expressible)
      .def_ro("notes", &api::Fitted::notes)
      .def_ro("json", &api::Fitted::json);
  module.def("fit_trace", &fit_interruptibly, nb::arg("path"), nb::arg("options"), nb::arg("told").none());
}

}  // namespace

void bind_traces(nb::module_& module) {
  nb::class_<api::Trace>(module, "Trace")
      .def("format", &api::Trace::format)
      .def("__len__", &api::Trace::size)
      .def("records", [](const api::Trace& trace) { return value_aside([trace] { return tabled(trace.records()); }); })
      .def("figures",
           [](const api::Trace& trace) {
             const api::TraceFigures figures = aside([trace] { return trace.figures(); });
             return std::pair(figures.text, figures.json);
           })
      .def("write", &write_trace);
  module.def("open_trace", &opened_trace, nb::arg("path"), nb::arg("format"), nb::arg("skip_bad_lines"),
             nb::arg("records").none());
  module.def("write_stream", &write_stream);
  module.def("requests_of", [](const api::File& file, const std::string& workload, std::uint64_t space,
                               const api::RunOptions& options) {
    return value_aside([=] { return tabled(file.requests_of(workload, space, options)); });
  });
  bind_fits(module);
}

}  // namespace ssd::python
