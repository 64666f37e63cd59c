// Designs and workloads that the benchmarks share, from text through the front end as a user's would come.
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

// 8 GiB (the short form 1): 4 x 4 x 2 x 2 planes of 512 blocks of 64 pages of 4 KiB, interleaved, 15 % spare,
// collection below 5 % free pages.
design::Design bench_drive(const std::string& host = "", u64 blocks = sized(512, 64));

// The drive filled once in order, then `count` writes of one to four pages at random places; arrivals a mean `gap` ns
// apart.
std::vector<Request> random_writes(const design::Design& design, u64 count, Time gap);

// `count` writes of one page at random places of the whole drive, a mean `gap` ns apart.
std::vector<Request> random_page_writes(const design::Design& design, u64 count, Time gap);

// A number over everything that a run found; equal for engines that agree.
u64 fingerprint(const run::Outcome& outcome);

}  // namespace ssd::bench
