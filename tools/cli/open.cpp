// See open.h.
#include "tools/cli/open.h"

#include <cstdlib>
#include <filesystem>

#include "compiler/check/select.h"
#include "tools/api/standard_library.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNameTheFolder =
    "name the folder `stdlib` of this version with `--stdlib` or SSDC_STDLIB, or name none, to use the one that was "
    "installed with the program";
constexpr const char* kStdlibVariable = "SSDC_STDLIB";

using SelectDesign = const design::Design* (*)(const check::Checked& checked, std::string_view name, diag::Sink& sink);

// Does the work of open(). `select` resolves a name that is not an experiment's.
std::optional<Opened> open_target(Session& session, SelectDesign select) {
  const Target wanted = parse_target(session.target);
  Opened opened;
  check::Options options = check_options(session);
  options.design = wanted.name;
  opened.checked = check::check(wanted.file, options, session.sources, session.sink);
  if (session.sink.has_errors()) return std::nullopt;
  if (check::names_experiment(opened.checked, wanted.name)) {
    opened.experiment = check::select_experiment(opened.checked, wanted.name, session.sink);
  } else {
    opened.design = select(opened.checked, wanted.name, session.sink);
  }
  if (opened.design == nullptr && opened.experiment == nullptr) return std::nullopt;
  return opened;
}

std::string own_stdlib_directory() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path bin = program.parent_path();
  const fs::path installed = bin / "../share/ssdc/stdlib", in_tree = bin / "../../../stdlib";
  return (fs::is_directory(in_tree, error) && !fs::is_directory(installed, error) ? in_tree : installed)
      .lexically_normal()
      .string();
}

}  // namespace

Target parse_target(const std::string& text) {
  std::error_code ignored;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || fs::exists(text, ignored)) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

check::Options check_options(Session& session) {
  check::Options options;
  options.stdlib_directory = stdlib_directory(session);
  std::error_code none;
  const bool is_own = options.stdlib_directory == own_stdlib_directory();
  check_standard_library(options.stdlib_directory, fs::read_symlink("/proc/self/exe", none).string(), session.sink,
                         is_own ? kInstallTogether : kNameTheFolder);
  for (const std::string& definition : session.definitions) {
    const std::size_t equals = definition.find('=');
    if (equals == std::string::npos || equals == 0) {
      session.sink.report(diag::Code::E0509, {}, definition).help("write `-D name=value`, for example `-D ways=8`");
      continue;
    }
    options.overrides.push_back({definition.substr(0, equals), definition.substr(equals + 1)});
  }
  return options;
}

std::optional<Opened> open(Session& session) { return open_target(session, check::select_design_beside_experiments); }

std::optional<Opened> open_design(Session& session) {
  auto opened = open_target(session, check::select_design);
  if (!opened || opened->design != nullptr) return opened;
  check::select_design(opened->checked, opened->experiment->name,
                       session.sink);  // reports that the name is not a design's
  return std::nullopt;
}

std::string stdlib_directory(const Session& session) {
  if (!session.stdlib.empty()) return session.stdlib;
  const char* const variable = std::getenv(kStdlibVariable);
  return variable != nullptr && *variable != 0 ? variable : own_stdlib_directory();
}

}  // namespace ssd::cli
