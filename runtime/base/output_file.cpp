// See output_file.h.
#include "runtime/base/output_file.h"

#include <fmt/format.h>
#include <stdio_ext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "runtime/base/replaced_file.h"

namespace ssd {
namespace {

namespace fs = std::filesystem;

// Writes all bytes; returns errno if that fails, otherwise 0.
int put_bytes(std::FILE* file, const std::string& bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0 ? 0 : errno;
}

using Produce = std::function<int(std::FILE*)>;

// Writes to a target that is not a regular file, such as a pipe.
int write_in_place(const fs::path& target, const Produce& produce) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(target.c_str(), "wb"), std::fclose);
  return file ? produce(file.get()) : errno;
}

int replace(const fs::path& target, const Produce& produce, Links links) {
  ReplacedFile file(target.string(), links);
  if (file.error() != 0) return file.error();
  const int error = produce(file.stream());
  return error != 0 ? error : file.put_in_place();
}

fs::path destination(const std::string& path) { return behind_links(path); }

int put(const std::string& path, const Produce& produce) {
  std::error_code ignored;
  const fs::path target = destination(path);
  const bool in_place = fs::exists(target, ignored) && !fs::is_regular_file(target, ignored);
  return in_place ? write_in_place(target, produce) : replace(target, produce, Links::kFollowed);
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

}  // namespace

// The stream forgets what it could not write, so that it is reported once.
void report_lost_output(int error, diag::Sink& sink) {
  __fpurge(stdout);
  std::clearerr(stdout);
  sink.report(diag::Code::E0508, {}, "standard output", std::strerror(error))
      .help("make room on its disk, or redirect it to another file: `> FILE`");
}

void report_unwritable(const std::string& path, int error, std::string_view option, diag::Sink& sink) {
  if (path == kStandardOutput) return report_lost_output(error, sink);
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  sink.report(diag::Code::E0508, {}, path, std::strerror(error))
      .help(full ? fmt::format("make room there, or name a file on another disk with `{} FILE`", option)
                 : fmt::format("name a file in a folder that exists and is writable, with `{} FILE`", option));
}

bool is_file_for(std::string_view what, const std::string& path, std::string_view option, diag::Sink& sink) {
  if (path != kStandardOutput) return true;
  sink.report(diag::Code::E0437, {}, what)
      .help(fmt::format("name a file: `{} FILE`; for a file called `-` write `./-`", option));
  return false;
}

bool can_be_written(const std::string& path, diag::Sink& sink, std::string_view option) {
  if (path == kStandardOutput) return true;
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

bool spares_inputs(const std::string& path, std::span<const std::string> inputs, std::string_view ending,
                   diag::Sink& sink, std::string_view option) {
  std::error_code ignored;
  if (path == kStandardOutput || !fs::is_regular_file(path, ignored)) return true;
  const bool is_read =
      std::ranges::any_of(inputs, [&](const std::string& input) { return fs::equivalent(path, input, ignored); });
  const bool is_design = destination(path).extension() == ".ssd";
  if (!is_read && !is_design) return true;
  const fs::path named(path);
  const std::string other = named.stem().string() + (named.extension() == ending ? "_2" : "") + std::string(ending);
  sink.report(diag::Code::E0429, {}, path,
              is_read ? "this command reads it" : "it is a .ssd file, and the output is not")
      .help(fmt::format("name another file, such as `{} {}`", option, other));
  return false;
}

std::vector<std::string> paths_of(const SourceMap& sources) {
  std::vector<std::string> paths;
  for (FileId id = 1; id <= sources.count(); ++id) paths.push_back(sources.file(id).path());
  return paths;
}

bool write_through(const std::string& path, const Produce& produce, diag::Sink& sink, std::string_view option) {
  const int error = path == kStandardOutput ? produce(stdout) : put(path, produce);
  if (error != 0 && error != kGivenUp) report_unwritable(path, error, option, sink);
  return error == 0;
}

bool write_file(const std::string& path, const std::string& bytes, diag::Sink& sink) {
  return write_through(path, [&](std::FILE* file) { return put_bytes(file, bytes); }, sink, kOutput);
}

int put_file(const std::string& path, const std::string& bytes) {
  return put_through(path, [&](std::FILE* file) { return put_bytes(file, bytes); });
}

int put_through(const std::string& path, const Produce& produce) {
  std::error_code ignored;
  return fs::is_symlink(path, ignored) ? replace(path, produce, Links::kReplaced) : put(path, produce);
}

}  // namespace ssd
