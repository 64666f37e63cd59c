// Specialises a design in a thread of its own while the generic engine already runs it, so no run waits for the
// compiler.
#pragma once
#include <atomic>
#include <exception>
#include <functional>
#include <string_view>
#include <thread>

#include "tools/api/simulator.h"

namespace ssd {

class Specialisation {
 public:
  // Begins at once. If `keep` is given, it is called with the finished object, in the compiling thread.
  Specialisation(Plan plan, Pass pass, std::function<void(std::string_view object)> keep);
  // Cancels a specialisation that is not finished and waits for its thread. That may take as long as writing the object
  // (a few tenths of a second).
  ~Specialisation();
  Specialisation(const Specialisation&) = delete;
  Specialisation& operator=(const Specialisation&) = delete;

  // The engine, or null while it is not finished; always null if the memory did not suffice. Rethrows what specialising
  // threw otherwise, which would be a bug of ssdc.
  const EngineEntry* ready();

 private:
  void make();

  Plan plan_;
  Pass pass_;
  std::function<void(std::string_view)> keep_;
  Simulator made_;
  std::exception_ptr failure_;
  std::atomic<bool> given_up_ = false, finished_ = false;
  std::thread thread_;
};

}  // namespace ssd
