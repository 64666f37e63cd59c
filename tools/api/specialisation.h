// A design that is being specialised in a thread of its own while the generic engine already runs it: nobody waits for
// the compiler.
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
  // Begins at once. `keep`, if given, gets the object, in that thread.
  Specialisation(Plan plan, Pass pass, std::function<void(std::string_view object)> keep);
  // Gives up what is not finished; that may take as long as writing the object does (a few tenths of a second).
  ~Specialisation();
  Specialisation(const Specialisation&) = delete;
  Specialisation& operator=(const Specialisation&) = delete;

  // The engine once it is made, null until then. Throws what specialising threw, which is a bug of ours.
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
