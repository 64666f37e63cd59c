// See bound.h.
#include <array>

#include "tools/python/core/arrow.h"

namespace ssd::python {
namespace {

constexpr std::array<const char*, 3> kSeverities{"error", "warning", "note"};

// A message may show bytes of a file that is no text.
nb::object given(const std::string& text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::object given(const api::Span& span) {
  if (!span.known()) return nb::none();
  return nb::make_tuple(given(span.file), span.begin.line, span.begin.column, span.end.line, span.end.column);
}

// The diagnostics as tuples, from which ssdc/_errors.py makes its classes.
nb::list given(const std::vector<api::Diagnostic>& diagnostics) {
  nb::list all;
  for (const api::Diagnostic& d : diagnostics) {
    nb::list notes;
    for (const api::Note& note : d.notes) notes.append(nb::make_tuple(given(note.span), given(note.text)));
    all.append(nb::make_tuple(d.code, kSeverities.at(static_cast<std::size_t>(d.severity)), given(d.message),
                              given(d.label), given(d.help), given(d.span), notes));
  }
  return all;
}

}  // namespace

void tell(bool has_value, const std::vector<api::Diagnostic>& diagnostics, const std::string& text) {
  if (has_value && diagnostics.empty()) return;
  const nb::object error = unless_python_ends([&] {
    const nb::module_ errors = nb::module_::import_("ssdc._errors");
    return errors.attr(has_value ? "warn" : "error_of")(given(text), given(diagnostics));
  });
  if (has_value) return;
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

void refuse(const std::string& code, const std::string& message, const std::string& help) {
  api::Diagnostic told;
  told.code = code;
  told.message = message;
  told.help = help;
  const std::string head = code.empty() ? "error: " : "error[" + code + "]: ";
  tell(false, {told}, head + message + (help.empty() ? "\n" : "\n  = help: " + help + '\n'));
  throw nb::python_error();  // tell() has raised
}

}  // namespace ssd::python

NB_MODULE(_core, module) {
  nanobind::set_leak_warnings(false);  // threads that Python left behind keep their objects to the end of the process
  module.doc() = "The library of ssdc. What users call is in the package ssdc.";
  ssd::api::name_settings(ssd::api::Names::kPython);
  ssd::python::bind_tables(module);
  ssd::python::bind_files(module);
  ssd::python::bind_runs(module);
  ssd::python::bind_experiments(module);
  ssd::python::bind_traces(module);
  ssd::python::bind_probes(module);
}
