// Ctrl-C (SIGINT), and SIGTERM, which batch systems send before they kill; below, Ctrl-C means both. During the
// preparation of a run there are no results yet: Ctrl-C ends the program, with a message about what it was doing. Once
// the run goes on, the first Ctrl-C asks the run to end with the results so far, and a second one ends the program at
// once.
#pragma once

namespace ssd::cli {

// From now on Ctrl-C ends the program. `doing`: the message's words for the present step, such as "the workload was
// read"; the text must live as long as the program.
void end_on_interrupt(const char* doing);
// From now on there are results to keep: the first Ctrl-C only makes interrupted() true.
void catch_interrupts();
bool interrupted();
// The exit code of an interrupted program: 130 after SIGINT, 143 after SIGTERM.
int interrupted_code();

}  // namespace ssd::cli
