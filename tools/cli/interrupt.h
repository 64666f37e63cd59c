// Ctrl-C. While the run is being prepared it ends the program, which says what it was doing, for there are no results
// yet. From then on the first one asks the run to end with what it has, and a second one ends the program at once.
#pragma once

namespace ssd::cli {

// `doing`: what to say of the preparation that begins here, such as "the workload was read"; text that lives as long as
// the program.
void end_on_interrupt(const char* doing);
// There are results to keep from here on.
void catch_interrupts();
bool interrupted();

}  // namespace ssd::cli
