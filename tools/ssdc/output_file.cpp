// See output_file.h.
#include "tools/ssdc/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// All bytes; the system's error if that fails, otherwise 0. Closing may fail too: only then some file systems say that the disk is full.
int put_bytes(File file, const std::string& bytes) {
  if (!file) return errno;
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() && std::fflush(file.get()) == 0;
  if (written && std::fclose(file.release()) == 0) return 0;
  return errno;
}

// A file that nobody else has, and that no link leads away from.
File new_file(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return {descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb"), std::fclose};
}

// Where the bytes will be: behind links, if there is something behind them.
fs::path destination(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? fs::path(path) : real;
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

}  // namespace

void report_unwritable(const std::string& path, int error, std::string_view option, diag::Sink& sink) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  sink.report(diag::Code::E0508, {}, path, std::strerror(error))
      .help(full ? fmt::format("make room there, or name a file on another disk with `{} FILE`", option)
                 : fmt::format("name a file in a folder that exists and can be written, with `{} FILE`", option));
}

bool can_be_written(const std::string& path, diag::Sink& sink, std::string_view option) {
  std::error_code ignored;
  const fs::path target = destination(path);
  int error = 0;
  if (fs::is_directory(target, ignored))
    error = EISDIR;
  else if (fs::exists(target, ignored) && !fs::is_regular_file(target, ignored))
    error = access(target.c_str(), W_OK) == 0 ? 0 : errno;
  else
    error = access(folder_of(target).c_str(), W_OK | X_OK) == 0 ? 0 : errno;
  if (error != 0) report_unwritable(path, error, option, sink);
  return error == 0;
}

bool spares_inputs(const std::string& path, std::span<const std::string> inputs, std::string_view ending, diag::Sink& sink, std::string_view option) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return true;
  const bool is_read = std::ranges::any_of(inputs, [&](const std::string& input) { return fs::equivalent(path, input, ignored); });
  const bool is_design = destination(path).extension() == ".ssd";
  if (!is_read && !is_design) return true;
  const std::string other = fs::path(path).stem().string() + std::string(ending);
  sink.report(diag::Code::E0429, {}, path, is_read ? "this command reads it" : "it is a .ssd file, and the output is none")
      .help(fmt::format("name another file, such as `{} {}`", option, other));
  return false;
}

std::vector<std::string> paths_of(const SourceMap& sources) {
  std::vector<std::string> paths;
  for (FileId id = 1; id <= sources.count(); ++id) paths.push_back(sources.file(id).path());
  return paths;
}

bool write_file(const std::string& path, const std::string& bytes, diag::Sink& sink) {
  std::error_code ignored;
  const fs::path target = destination(path);
  const bool is_new = !fs::exists(target, ignored);
  const bool in_place = !is_new && !fs::is_regular_file(target, ignored);
  const std::string written = in_place ? target.string() : (folder_of(target) / fmt::format(".ssdc-{}.part", getpid())).string();
  int error = put_bytes(in_place ? File(std::fopen(written.c_str(), "wb"), std::fclose) : new_file(written), bytes);
  if (!in_place && error == 0) {
    if (!is_new) fs::permissions(written, fs::status(target, ignored).permissions(), ignored);
    if (std::rename(written.c_str(), target.c_str()) != 0) error = errno;
  }
  if (error == 0) return true;
  if (!in_place) std::remove(written.c_str());
  report_unwritable(path, error, kOutput, sink);
  return false;
}

}  // namespace ssd::cli
