// See bound.h.
#include "tools/python/core/bound.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ssd::python {
namespace {

constexpr std::array<const char*, 3> kSeverities{"error", "warning", "note"};
constexpr std::array<const char*, 8> kStages{"requests", "compile", "drive", "first",
                                             "measured", "life",    "probe", "fit"};
constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

nb::object given(const api::Span& span) {
  if (!span.known()) return nb::none();
  return nb::make_tuple(span.file, span.begin.line, span.begin.column, span.end.line, span.end.column);
}

// The diagnostics as tuples, from which ssdc/_errors.py makes its classes.
nb::list given(const std::vector<api::Diagnostic>& diagnostics) {
  nb::list all;
  for (const api::Diagnostic& d : diagnostics) {
    nb::list notes;
    for (const api::Note& note : d.notes) notes.append(nb::make_tuple(given(note.span), note.text));
    all.append(nb::make_tuple(d.code, kSeverities.at(static_cast<std::size_t>(d.severity)), d.message, d.label, d.help,
                              given(d.span), notes));
  }
  return all;
}

}  // namespace

void tell(bool has_value, const std::vector<api::Diagnostic>& diagnostics, const std::string& text) {
  if (has_value && diagnostics.empty()) return;
  const nb::module_ errors = nb::module_::import_("ssdc._errors");
  if (has_value) {
    errors.attr("warn")(text, given(diagnostics));
    return;
  }
  const nb::object error = errors.attr("error_of")(text, given(diagnostics));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

bool Watch::ask(const api::Progress& at) {
  const nb::gil_scoped_acquire locked;
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (told_.is_none()) return true;
    const nb::object answer = told_(kStages.at(static_cast<std::size_t>(at.stage)), at.share);
    return !answer.is(nb::bool_(false));
  } catch (...) {
    raised_ = std::current_exception();
    return false;
  }
}

bool Watch::goes_on(const api::Progress& at) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < kBetweenLooks) return true;
  last_ = now;
  return ask(at);
}

void Watch::raise_if_interrupted() const {
  if (raised_) std::rethrow_exception(raised_);
}

}  // namespace ssd::python

NB_MODULE(_core, module) {
  module.doc() = "The library of ssdc. What users call is in the package ssdc.";
  ssd::python::bind_files(module);
  ssd::python::bind_runs(module);
}
