// What happens when memory ends where std::bad_alloc cannot pass: inside LLVM, whose objects would be left half
// changed, so that destroying them would touch freed memory; and in destructors, such as those of ANTLR's parsers. The
// program ends there, with a message. Anywhere else an allocation that fails throws std::bad_alloc as usual.
#pragma once
#include <cstddef>
#include <string_view>
#include <system_error>

namespace ssd::memory_shortage {

// The calling thread is inside such a library as long as this exists.
class InsideLibrary {
 public:
  InsideLibrary() noexcept;
  ~InsideLibrary();
  InsideLibrary(const InsideLibrary&) = delete;
  InsideLibrary& operator=(const InsideLibrary&) = delete;
};

// From now on a program that runs out of memory in such a place prints the message, calls `tidy` and ends with the exit
// code, while its other threads still run. A process that never calls this (a user of the C library) gets
// std::bad_alloc. The message must stay valid; `tidy` must need no memory.
void end_program_with(std::string_view message, int exit_code, void (*tidy)() noexcept) noexcept;

// Throws std::bad_alloc if the process cannot get so many bytes now.
void require(std::size_t bytes);

// Throws std::bad_alloc if that is the error. What depends on a path must not change because memory ended while it was
// looked up.
void pass_on(const std::error_code& error);

// For libraries that report missing memory by a call.
[[noreturn]] void no_memory();

}  // namespace ssd::memory_shortage
