// See link_program.h.
#include "tools/standalone/build/link_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "runtime/base/input_file.h"
#include "runtime/base/output_file.h"

namespace ssd::standalone {
namespace {

namespace fs = std::filesystem;
using diag::Code;
using Words = std::vector<std::string>;

constexpr const char *kLibrary = "libssd_standalone.a", *kHeader = "ssd_sim.h";

std::string part(const std::string& parts, const char* name) { return (fs::path(parts) / name).string(); }

Words split(std::string_view text, char separator) {
  Words words;
  std::istringstream stream{std::string(text)};
  for (std::string word; std::getline(stream, word, separator);) {
    if (!word.empty()) words.push_back(word);
  }
  return words;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

bool is_found(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name);
  return std::ranges::any_of(split(variable("PATH"), ':'),
                             [&](const std::string& folder) { return is_program(fs::path(folder) / name); });
}

// The words of the command that links; empty after a diagnostic. `CXX` may contain options.
Words linker(diag::Sink& sink) {
  Words stated = split(variable("CXX"), ' ');
  if (!stated.empty()) {
    if (is_found(stated.front())) return stated;
    sink.report(Code::E0591, {}, fmt::format("`CXX` names `{}`", stated.front()))
        .help("set `CXX` to a C++ compiler, or leave it empty");
    return {};
  }
  for (const char* name : {"c++", "g++", "clang++"}) {
    if (is_found(name)) return {name};
  }
  sink.report(Code::E0591, {}, "`c++`, `g++` and `clang++` are not on the path")
      .help("install one, such as Debian's package `g++`, or set `CXX` to one");
  return {};
}

// A folder for the objects, inside the folder for temporary files; it is removed at the end.
class Scratch {
 public:
  explicit Scratch(diag::Sink& sink) {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    std::string name = ((error ? fs::path("/tmp") : folder) / "ssdc-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr)
      path_ = name;
    else
      sink.report(Code::E0508, {}, name, std::strerror(errno))
          .help("set `TMPDIR` to a folder that exists and is writable");
  }
  ~Scratch() {
    for (const std::string& name : named_) std::remove(name.c_str());
    if (!path_.empty()) ::rmdir(path_.c_str());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  bool exists() const { return !path_.empty(); }
  // The path of a file that may be made there. It is remembered, so that it can be removed even if no folder can be
  // listed any more.
  std::string file(const std::string& name) { return named_.emplace_back((path_ / name).string()); }

 private:
  fs::path path_;
  std::vector<std::string> named_;
};

// What a process prints while it is called goes to a file.
class Printing {
 public:
  explicit Printing(const std::string& file) {
    error_ = posix_spawn_file_actions_init(&actions_);
    if (error_ != 0) return;
    initialised_ = true;
    error_ =
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (error_ == 0) error_ = posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
  }
  ~Printing() {
    if (initialised_) posix_spawn_file_actions_destroy(&actions_);
  }
  Printing(const Printing&) = delete;
  Printing& operator=(const Printing&) = delete;
  int error() const { return error_; }
  const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
  bool initialised_ = false;
  int error_ = 0;
};

// Runs a command. Returns an empty text if it succeeded, and otherwise how it ended. Its output goes to the file
// `said`.
std::string call(const Words& words, const std::string& said) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const Printing printing(said);
  pid_t process = 0;
  const int error = printing.error() != 0 ? printing.error()
                                          : posix_spawnp(&process, arguments.front(), printing.actions(), nullptr,
                                                         arguments.data(), environ);
  if (error != 0) return std::strerror(error);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return fmt::format("it was killed by signal {}", WTERMSIG(status));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("it exited with code {}", WEXITSTATUS(status));
}

// Only the C functions are exported, so two such libraries in one process do not share anything.
constexpr const char* kExported = "{ global: ssd_sim_*; local: *; };\n";

Words shared_options(const std::string& output, const std::string& script) {
  return {"-shared", "-Wl,--version-script=" + script, "-Wl,--no-undefined",
          "-Wl,-soname," + fs::path(output).filename().string(), "-Wl,-u,ssd_sim_open"};
}

void report_failure(const std::string& called, const std::string& output, const std::string& ended,
                    const std::string& said, diag::Sink& sink) {
  constexpr std::size_t kMostLines = 20;
  auto& told = sink.report(Code::E0592, {}, called, output).note({}, ended);
  Words lines = split(said, '\n');
  lines.resize(std::min(lines.size(), kMostLines));
  for (const std::string& line : lines) told.note({}, line);
  told.help("set `CXX` to another C++ compiler, if this one is broken");
}

void make_executable(const std::string& path) {
  std::error_code ignored;
  const fs::perms readable = fs::status(path, ignored).permissions() &
                             (fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  if (fs::is_regular_file(path, ignored))
    fs::permissions(path, static_cast<fs::perms>(static_cast<unsigned>(readable) >> 2U), fs::perm_options::add,
                    ignored);
}

}  // namespace

std::string parts_beside(const std::string& own_file) {
  return (fs::path(own_file).parent_path() / "../lib/ssdc").lexically_normal().string();
}

std::optional<std::string> library_header(const std::string& parts, diag::Sink& sink) {
  const std::string path = part(parts, kHeader);
  FileRead read = read_file(path);
  if (read.error == 0) return std::move(read.bytes);
  sink.report(Code::E0303, {}, path, std::strerror(read.error)).help("make the file readable");
  return std::nullopt;
}

bool can_link(const std::string& parts, diag::Sink& sink) {
  std::error_code error;
  for (const char* name : {kLibrary, kHeader}) {
    if (fs::is_regular_file(part(parts, name), error)) continue;
    sink.report(Code::E0590, {}, part(parts, name)).help("install ssdc completely with `cmake --install`");
    return false;
  }
  return !linker(sink).empty();
}

bool link_program(const LinkJob& job, diag::Sink& sink) {
  Scratch scratch(sink);
  Words words = linker(sink);
  if (words.empty() || !scratch.exists()) return false;
  const std::string linked = scratch.file("linked"), said = scratch.file("said");
  words.insert(words.end(), {"-o", linked, "-s", "-static-libstdc++", "-static-libgcc"});
  if (job.shared) {
    const std::string script = scratch.file("exported");
    if (!write_file(script, kExported, sink)) return false;
    std::ranges::copy(shared_options(job.output, script), std::back_inserter(words));
  }
  for (const std::string& object : job.objects) {
    words.push_back(scratch.file(fmt::format("{}.o", words.size())));
    if (!write_file(words.back(), object, sink)) return false;
  }
  words.push_back(part(job.parts, kLibrary));
  if (const std::string ended = call(words, said); !ended.empty()) {
    report_failure(words.front(), job.output, ended, read_file(said).bytes, sink);
    return false;
  }
  const FileRead program = read_file(linked);
  if (program.error != 0) return report_unwritable(job.output, program.error, kOutput, sink), false;
  if (!write_file(job.output, program.bytes, sink)) return false;
  make_executable(job.output);
  return true;
}

}  // namespace ssd::standalone
