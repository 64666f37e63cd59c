// See memory_shortage.h.
#include "runtime/base/memory_shortage.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>

#include "runtime/base/standard_error.h"

namespace ssd::memory_shortage {
namespace {

thread_local int depth = 0;
thread_local bool has_failed = false;  // an allocation of the thread

struct End {
  std::string_view message;
  int exit_code;
  void (*tidy)() noexcept;
};
End end;  // written before other threads exist
std::terminate_handler usual_end = nullptr;

[[noreturn]] void end_program() {
  standard_error::write(end.message);
  end.tidy();
  ::_exit(end.exit_code);
}

// An exception that nobody can catch. Functions of the standard library that must not throw end without an exception.
[[noreturn]] void end_of_exception() {
  try {
    if (const auto exception = std::current_exception()) std::rethrow_exception(exception);
  } catch (const std::bad_alloc&) {
    end_program();
  } catch (...) {
    usual_end();
  }
  if (has_failed) end_program();
  usual_end();
  std::abort();
}

}  // namespace

InsideLibrary::InsideLibrary() noexcept { ++depth; }
InsideLibrary::~InsideLibrary() { --depth; }

void end_program_with(std::string_view message, int exit_code, void (*tidy)() noexcept) noexcept {
  end = {.message = message, .exit_code = exit_code, .tidy = tidy};
  std::set_new_handler(no_memory);
  usual_end = std::set_terminate(end_of_exception);
}

void require(std::size_t bytes) {
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::munmap(memory, bytes);
}

void pass_on(const std::error_code& error) {
  if (error == std::errc::not_enough_memory) throw std::bad_alloc();
}

void no_memory() {
  has_failed = true;
  if (depth == 0 || end.message.empty()) throw std::bad_alloc();
  end_program();
}

}  // namespace ssd::memory_shortage
