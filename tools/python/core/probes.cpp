// Probes: what response times reveal about a design.
#include "tools/python/core/staged_work.h"

namespace ssd::python {
namespace {

constexpr std::array kAgreements{
    std::pair("agrees", api::Agreement::kAgrees), std::pair("differs", api::Agreement::kDiffers),
    std::pair("cannot tell", api::Agreement::kCannotTell), std::pair("not said", api::Agreement::kNotSaid)};

// The values of ssdc.ProbeAnswer, in the order of its fields.
using Answer = std::tuple<std::string, std::optional<std::uint64_t>, std::string, std::string,
                          std::optional<std::uint64_t>, std::string, std::string, std::uint64_t, std::uint64_t>;
std::vector<Answer> answers_of(const api::ProbeFindings& findings) {
  std::vector<Answer> all;
  for (const api::ProbeAnswer& one : findings.answers)
    all.emplace_back(one.quantity, one.value, one.inferred, one.said, one.expected, word_of(kAgreements, one.agreement),
                     one.reason, one.tested, one.agreeing);
  return all;
}

std::vector<std::pair<std::string, std::string>> plots_of(const api::ProbeFindings& findings) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const api::Plot& figure : findings.figures) all.emplace_back(figure.name, figure.svg);
  return all;
}

api::ProbeFindings probe_interruptibly(const api::File& file, const std::string& design,
                                       const api::ProbeOptions& options, const nb::object& told) {
  return made_interruptibly<api::ProbeFindings>(
      options, told, [file, design](const api::ProbeOptions& how) { return file.probe(design, how); });
}

}  // namespace

void bind_probes(nb::module_& module) {
  nb::class_<api::ProbeOptions>(module, "ProbeOptions")
      .def(nb::init<>())
      .def_rw("seed", &api::ProbeOptions::seed)
      .def_rw("memory", &api::ProbeOptions::memory)
      .def_rw("cache", &api::ProbeOptions::cache);
  nb::class_<api::ProbeFindings>(module, "ProbeFindings")
      .def("answers", &answers_of)
      .def("figures", &plots_of)
      .def_ro("reads", &api::ProbeFindings::reads)
      .def_ro("writes", &api::ProbeFindings::writes)
      .def_ro("drive_time", &api::ProbeFindings::drive_time)
      .def_ro("text", &api::ProbeFindings::text)
      .def_ro("json", &api::ProbeFindings::json);
  module.def("probe", &probe_interruptibly, nb::arg("file"), nb::arg("design"), nb::arg("options"),
             nb::arg("told").none());
}

}  // namespace ssd::python
