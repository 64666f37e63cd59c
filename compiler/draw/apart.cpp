// See apart.h. The child sends an outcome, the size of the text, and the text, so that a text cut short is recognised.
#include "compiler/draw/apart.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>
#include <string_view>

#include "compiler/draw/draw.h"
#include "runtime/base/descriptor.h"
#include "runtime/base/given_up.h"

namespace ssd::draw {
namespace {

constexpr rlim_t kSeconds = 20;         // of processor time; the largest pictures take less than one
constexpr int kBetweenLooks = 50;       // ms
constexpr unsigned kWallSeconds = 120;  // after which a process that waits for itself ends

enum class Outcome : std::uint64_t { kText, kError, kNoMemory };

struct Head {
  Outcome outcome = Outcome::kText;
  std::uint64_t bytes = 0;
};

bool send(int pipe, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(pipe, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool send(int pipe, Outcome outcome, std::string_view text) {
  const Head head{.outcome = outcome, .bytes = text.size()};
  return send(pipe, {reinterpret_cast<const char*>(&head), sizeof head}) && send(pipe, text);
}

// A child that a library ends leaves no message of that library and no image of its memory. Without memory these
// libraries may also repeat something for ever, or wait for a
// lock that they hold themselves; every picture takes less time than this.
void end_quietly() {
  constexpr rlimit kNone{0, 0}, kLongest{kSeconds, kSeconds};
  ::setrlimit(RLIMIT_CORE, &kNone);
  ::setrlimit(RLIMIT_CPU, &kLongest);
  ::signal(SIGALRM, SIG_DFL);
  ::alarm(kWallSeconds);
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing >= 0) ::dup2(nothing, STDERR_FILENO);
}

// The text of the task. Graphviz leaves out what it has no memory for, such as a colour, and does not tell; what it
// draws twice alike is whole.
std::string drawn(const std::function<std::string()>& task) {
  std::string text = task();
  if (task() != text) throw std::bad_alloc();
  return text;
}

[[noreturn]] void work(int pipe, const std::function<std::string()>& task) noexcept {
  end_quietly();
  bool sent = false;
  try {
    sent = send(pipe, Outcome::kText, drawn(task));
  } catch (const std::bad_alloc&) {
    sent = send(pipe, Outcome::kNoMemory, {});
  } catch (const std::exception& error) {
    sent = send(pipe, Outcome::kError, error.what());
  }
  ::_exit(sent ? 0 : 1);
}

// All that the child sends. Throws RenderError if it cannot be read.
std::string received(int pipe) {
  std::string bytes;
  char piece[16 * 1024];
  for (;;) {
    leave_if_given_up();
    pollfd readable{.fd = pipe, .events = POLLIN, .revents = 0};
    if (::poll(&readable, 1, kBetweenLooks) == 0) continue;
    const ssize_t got = ::read(pipe, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw RenderError(std::strerror(errno));
    if (got == 0) return bytes;
    bytes.append(piece, static_cast<std::size_t>(got));
  }
}

// A process that ends with the object: by then it has sent what it had to, or nobody wants it any more.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  ~Child() {
    if (id_ > 0) ::kill(id_, SIGKILL);
    wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // How it ended.
  std::string wait() {
    int status = 0;
    while (id_ > 0 && ::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = 0;
    return WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                               : fmt::format("exit code {}", WEXITSTATUS(status));
  }

 private:
  pid_t id_;
};

std::string text_of(const std::string& sent, Child& child) {
  Head head;
  if (sent.size() >= sizeof head) std::memcpy(&head, sent.data(), sizeof head);
  if (sent.size() < sizeof head || sent.size() - sizeof head != head.bytes)
    throw RenderError(
        fmt::format("Graphviz, or a library under it, ended its process ({}): it lacks memory, threads "
                    "or files",
                    child.wait()));
  if (head.outcome == Outcome::kNoMemory) throw std::bad_alloc();
  std::string text = sent.substr(sizeof head);
  if (head.outcome == Outcome::kError) throw RenderError(text);
  return text;
}

}  // namespace

std::string apart(const std::function<std::string()>& task, WithoutProcess otherwise) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw RenderError(std::strerror(errno));
  const Descriptor from(ends[0]);
  Descriptor to(ends[1]);
  const pid_t id = ::fork();
  if (id == 0) work(to.value(), task);
  if (id < 0 && otherwise == WithoutProcess::kHere) return task();
  if (id < 0) throw RenderError(fmt::format("the system starts no process for Graphviz: {}", std::strerror(errno)));
  to = Descriptor();
  Child child(id);
  return text_of(received(from.value()), child);
}

}  // namespace ssd::draw
