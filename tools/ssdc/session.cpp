// What the subcommands share: see session.h.
#include "tools/ssdc/session.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "compiler/sema/select.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInstallTogether = "install the two together: `cmake --install` puts both in their places";

// A library that is missing, or of another version, is told before anything is read.
void check_library(const std::string& directory, diag::Sink& sink) {
  std::error_code error;
  if (!fs::is_directory(directory, error)) {
    sink.report(diag::Code::E0453, {}, directory).help(kInstallTogether);
    return;
  }
  std::ifstream file(fs::path(directory) / "VERSION");
  std::string version;
  std::getline(file, version);
  if (version == SSDC_VERSION) return;
  const std::string program = fs::read_symlink("/proc/self/exe", error).string();
  sink.report(diag::Code::E0446, {}, directory, version.empty() ? "no stated version" : "version " + version, program, SSDC_VERSION)
      .help(kInstallTogether);
}

using SelectDesign = const design::Design* (*)(const sema::Checked& checked, std::string_view name, diag::Sink& sink);

// See Session::open(); `select` takes what is no experiment's name.
std::optional<Session::Opened> open_target(Session& session, SelectDesign select) {
  const BuiltIn* built_in = session.built_in;
  const Target wanted = built_in != nullptr ? Target{built_in->file, built_in->design} : parse_target(session.target);
  Session::Opened opened;
  sema::Options options = session.sema_options();
  options.design = wanted.name;
  opened.checked = sema::check(wanted.file, options, session.sources, session.sink);
  if (session.sink.has_errors()) return std::nullopt;
  if (sema::names_experiment(opened.checked, wanted.name)) {
    opened.experiment = sema::select_experiment(opened.checked, wanted.name, session.sink);
  } else {
    opened.design = select(opened.checked, wanted.name, session.sink);
  }
  if (opened.design == nullptr && opened.experiment == nullptr) return std::nullopt;
  return opened;
}

bool colour_wanted() { return isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

}  // namespace

Target parse_target(const std::string& text) {
  std::error_code ignored;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || fs::exists(text, ignored)) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

sema::Options Session::sema_options() {
  if (built_in != nullptr) return built_in->options();
  sema::Options options;
  options.stdlib_directory = stdlib_directory();
  check_library(options.stdlib_directory, sink);
  for (const std::string& definition : definitions) {
    const std::size_t equals = definition.find('=');
    if (equals == std::string::npos || equals == 0) {
      sink.report(diag::Code::E0509, {}, definition).help("write `-D name=value`, for example `-D ways=8`");
      continue;
    }
    options.overrides.push_back({definition.substr(0, equals), definition.substr(equals + 1)});
  }
  return options;
}

std::optional<Session::Opened> Session::open() {
  return open_target(*this, sema::select_design_beside_experiments);
}

std::optional<Session::Opened> Session::open_design() {
  auto opened = open_target(*this, sema::select_design);
  if (!opened || opened->design != nullptr) return opened;
  sema::select_design(opened->checked, opened->experiment->name, sink);  // tells that it is none
  return std::nullopt;
}

void Session::print_diagnostics(const diag::Sink& found) const {
  const std::string text = diag::render_text(found, sources, colour_wanted(), quiet ? diag::Severity::kError : diag::Severity::kNote);
  std::fputs(text.c_str(), stderr);
}

// A program that asked for JSON gets the reasons as JSON where it would have got the result.
void Session::finish() {
  if (format == Rendering::kJson && sink.has_errors() && !printed) {
    std::fputs(diag::render_json(sink, sources).c_str(), stdout);
  } else {
    print_diagnostics(sink);
  }
  if (sink.has_errors() && exit_code == kFine) exit_code = kUserError;
}

std::string stdlib_directory() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path bin = program.parent_path();
  const fs::path installed = bin / "../share/ssdc/stdlib", in_tree = bin / "../../../stdlib";
  return (fs::is_directory(in_tree, error) && !fs::is_directory(installed, error) ? in_tree : installed).lexically_normal().string();
}

}  // namespace ssd::cli
