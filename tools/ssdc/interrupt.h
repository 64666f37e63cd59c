// Ctrl-C: the first one asks the run to end with what it has, a second one ends the program at once.
#pragma once

namespace ssd::cli {

void catch_interrupts();
bool interrupted();

}  // namespace ssd::cli
