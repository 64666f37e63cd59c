// Which planted fault a run has (run.py). run.py includes this file in every source that it changes; the program itself
// never does. SSDC_MUTANT is the number of the fault, and the environment is read before main() begins.
#pragma once

#ifdef SSD_SPECIALISED
// Code for one design reads the choice of the process that it runs in.
extern "C" int ssdc_mutant;
#else
#include <cstdlib>

namespace ssdc {

// The number in the environment, or 0: no fault.
inline int chosen_mutant() {
  const char* number = std::getenv("SSDC_MUTANT");
  return number == nullptr ? 0 : std::atoi(number);
}

}  // namespace ssdc

extern "C" {
inline int ssdc_mutant = ssdc::chosen_mutant();
}
#endif

namespace ssdc {

inline bool mutant(int number) { return ssdc_mutant == number; }

}  // namespace ssdc
