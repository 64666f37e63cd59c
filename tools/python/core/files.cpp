// Checked files, Plans, and the texts and pictures about them.
#include "tools/python/core/background.h"
#include "tools/python/core/bound.h"

namespace ssd::python {
namespace {

using Definitions = std::vector<std::pair<std::string, std::string>>;
using Texts = std::map<std::string, std::string>;

// How a file is read: the texts that are in memory, the params that are set, and the folder of the standard library.
struct Reading {
  std::string path;
  api::CheckOptions options;
};

Reading reading(std::string path, Texts texts, Definitions definitions, std::string standard_library) {
  return {.path = std::move(path),
          .options = {.files = std::move(texts),
                      .definitions = std::move(definitions),
                      .standard_library = std::move(standard_library)}};
}

constexpr std::array kViews{std::pair("allocation", api::DesignView::kAllocation),
                            std::pair("tree", api::DesignView::kTree)};
constexpr std::array kFormats{std::pair("svg", api::PictureFormat::kSvg), std::pair("png", api::PictureFormat::kPng),
                              std::pair("dot", api::PictureFormat::kDot)};

nb::bytes picture_of(const api::File& file, const std::string& design, const std::string& view,
                     const std::string& format, std::uint64_t pages) {
  const auto which = chosen(kViews, view, "view");
  const auto form = chosen(kFormats, format, "format");
  const api::Picture picture = value_aside([=] { return file.draw(design, which, form, pages); });
  return nb::bytes(picture.bytes.data(), picture.bytes.size());
}

using Changes = std::vector<std::tuple<std::string, std::string, std::string, std::string>>;

// Whether both mean the same, what changed, and the difference as text and as JSON.
std::tuple<bool, Changes, std::string, std::string> difference_of(const api::File& before, const std::string& design,
                                                                  const api::File& after, const std::string& other) {
  const api::Difference difference = value_aside([=] { return before.diff(design, after, other); });
  Changes changes;
  for (const auto& change : difference.changes)
    changes.emplace_back(change.section, change.key, change.before, change.after);
  return {difference.none, std::move(changes), difference.text, difference.json};
}

}  // namespace

void bind_files(nb::module_& module) {
  nb::class_<api::Plan>(module, "Plan")
      .def("name", &api::Plan::name)
      .def("workloads", &api::Plan::workloads)
      .def("logical_bytes", &api::Plan::logical_bytes)
      .def("page_bytes", &api::Plan::page_bytes)
      .def("text", &api::Plan::text)
      .def("hash", &api::Plan::hash);

  nb::class_<Reading>(module, "Reading").def_ro("path", &Reading::path);
  module.def("reading", &reading);

  nb::class_<api::File>(module, "File")
      .def("designs", &api::File::designs)
      .def("workloads", &api::File::workloads)
      .def("experiments", &api::File::experiments)
      .def("text", &api::File::text)
      .def("plan", [](const api::File& file, const std::string& design,
                      const std::string& workload) { return value_aside([=] { return file.plan(design, workload); }); })
      .def("draw", &picture_of)
      .def("plan_of_trace",
           // The trace is taken: it may be large.
           [](const api::File& file, const std::string& design, api::TraceWorkload& trace) {
             return value_aside([file, design, taken = std::move(trace)] { return file.plan(design, taken); });
           })
      .def("diff", &difference_of)
      .def("edited",
           [](const api::File& file, const std::string& design, const std::string& key, const std::string& value) {
             return value_aside([=] { return file.edited(design, key, value); });
           });

  module.def("check",
             [](const Reading& how) { return value_aside([=] { return api::check(how.path, how.options); }); });
  module.def("explain_file", [](const Reading& how, const std::string& name) {
    return value_aside([=] { return api::explain_file(how.path, name, how.options); });
  });
  module.def("explain_name", [](const Reading& how, const std::string& name) {
    return value_aside([=] { return api::explain_name(name, how.options); });
  });
  module.def("trace_formats", &api::trace_formats);
  module.def("has_compiler", &api::has_compiler);
}

}  // namespace ssd::python
