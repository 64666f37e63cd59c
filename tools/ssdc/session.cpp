// What the subcommands share: see session.h.
#include "tools/ssdc/session.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

bool colour_wanted() { return isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr; }

// Writes all bytes; the system's error if that fails, otherwise 0.
int write_bytes(const std::string& path, const std::string& bytes) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), std::fclose);
  if (!file) return errno;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() && std::fflush(file.get()) == 0;
  return written ? 0 : errno;
}

void report_unwritable(const std::string& path, int error, diag::Sink& sink) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  sink.report(diag::Code::E0508, {}, path, std::strerror(error))
      .help(full ? "make room there, or name a file on another disk with `-o FILE`"
                 : "name a file in a folder that exists and can be written, with `-o FILE`");
}

}  // namespace

Target parse_target(const std::string& text) {
  std::error_code ignored;
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || fs::exists(text, ignored)) return {text, {}};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

sema::Options Session::sema_options() {
  sema::Options options;
  options.stdlib_directory = stdlib_directory();
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
  const Target wanted = parse_target(target);
  Opened opened;
  sema::Options options = sema_options();
  options.design = wanted.name;
  opened.checked = sema::check(wanted.file, options, sources, sink);
  if (sink.has_errors()) return std::nullopt;
  if (sema::names_experiment(opened.checked, wanted.name)) {
    opened.experiment = sema::select_experiment(opened.checked, wanted.name, sink);
  } else {
    opened.design = sema::select_design(opened.checked, wanted.name, sink);
  }
  if (opened.design == nullptr && opened.experiment == nullptr) return std::nullopt;
  return opened;
}

std::optional<Session::Opened> Session::open_design() {
  auto opened = open();
  if (!opened || opened->design != nullptr) return opened;
  sema::select_design(opened->checked, opened->experiment->name, sink);  // tells that it is none
  return std::nullopt;
}

void Session::print_diagnostics(const diag::Sink& found) const {
  const std::string text = diag::render_text(found, sources, colour_wanted(), quiet ? diag::Severity::kError : diag::Severity::kNote);
  std::fputs(text.c_str(), stderr);
}

void Session::finish() {
  print_diagnostics(sink);
  if (sink.has_errors() && exit_code == kFine) exit_code = kUserError;
}

std::string stdlib_directory() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path bin = program.parent_path();
  for (const fs::path& candidate : {bin / "../share/ssdc/stdlib", bin / "../../../stdlib"}) {
    if (fs::is_directory(candidate, error)) return candidate.lexically_normal().string();
  }
  return "stdlib";
}

bool can_be_written(const std::string& path, diag::Sink& sink) {
  std::error_code ignored;
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  const bool exists = fs::exists(path, ignored);
  int error = 0;
  if (fs::is_directory(path, ignored))
    error = EISDIR;
  else if (exists && !fs::is_regular_file(path, ignored))
    error = access(path.c_str(), W_OK) == 0 ? 0 : errno;
  else
    error = access(folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
  if (error != 0) report_unwritable(path, error, sink);
  return error == 0;
}

bool write_file(const std::string& path, const std::string& bytes, diag::Sink& sink) {
  std::error_code ignored;
  const fs::path target = fs::exists(path, ignored) ? fs::canonical(path, ignored) : fs::path(path);
  const bool is_new = !fs::exists(target, ignored);
  const bool in_place = !is_new && !fs::is_regular_file(target, ignored);
  const std::string written = in_place ? target.string() : target.string() + ".part";
  int reason = write_bytes(written, bytes);
  if (!in_place && reason == 0) {
    if (!is_new) fs::permissions(written, fs::status(target, ignored).permissions(), ignored);
    if (std::rename(written.c_str(), target.c_str()) != 0) reason = errno;
  }
  if (reason == 0) return true;
  if (!in_place) std::remove(written.c_str());
  report_unwritable(path, reason, sink);
  return false;
}

}  // namespace ssd::cli
