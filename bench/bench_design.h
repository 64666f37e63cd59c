// Designs and workloads that the benchmarks share. Designs are compiled from text by the front end, as a user's would
// be.
#pragma once
#include <string>
#include <vector>

#include "bench/sizes.h"
#include "compiler/check/check.h"
#include "compiler/design/design.h"
#include "runtime/run/simulation.h"

namespace ssd::bench {

design::Design compile_text(const std::string& text);
// The only or first design of a file of the project, such as "examples/first.ssd".
design::Design compile_project_file(const std::string& path, const std::vector<check::Override>& overrides = {});

// A drive of 8 GiB (1 GiB in the short form): 4 x 4 x 2 x 2 planes of 512 blocks of 64 pages of 4 KiB, interleaved, 15
// % spare, collection below 5 % free pages.
design::Design bench_drive(const std::string& host = "", u64 blocks = sized(512, 64));

// Requests that fill the drive once in order, and then `count` writes of one to four pages at random places, with a
// mean interval of `gap` ns.
std::vector<Request> random_writes(const design::Design& design, u64 count, Time gap);

// `count` writes of one page at random places of the whole drive, with a mean interval of `gap` ns.
std::vector<Request> random_page_writes(const design::Design& design, u64 count, Time gap);

// A hash of everything that a run found; equal for engines that agree.
u64 fingerprint(const run::Outcome& outcome);

}  // namespace ssd::bench
