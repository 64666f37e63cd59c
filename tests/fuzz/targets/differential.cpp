// Fuzz target: a kind of random case and its seed, as numbers of 1 and 8 bytes. The front end takes the design of the
// case, and the generic engine, by the loops for the design and by the loop for all designs, gives what the oracle
// gives. Engine, runtime and oracle so run with the sanitizers of the fuzzers.
#include "tests/differential/compared_run.h"
#include "tests/differential/copies_case.h"
#include "tests/differential/preload_case.h"
#include "tests/differential/superblocks.h"
#include "tests/differential/worn_case.h"
#include "tests/differential/write_order_case.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"
#include "tests/try_text.h"

namespace ssd::fuzz {
namespace {

using namespace differential;

constexpr RandomCase (*kKinds[])(std::uint64_t seed) = {
    random_case, worn_case, superblock_case, copies_case, both_copies_case, write_order_case, preload_case};

}  // namespace

std::string broken_by_differential(std::string_view bytes) {
  Input input(bytes);
  const auto make = kKinds[input.below(std::size(kKinds))];
  const RandomCase c = make(input.number(8));
  const TriedText tried = try_text(c.text());
  if (!tried.design) return "the design of a random case is refused: " + tried.errors;
  run::Options options = options_of(c);
  for (const bool whole : {false, true}) {
    options.whole = whole;
    if (whole && !design::beyond_plain(*tried.design).empty()) break;  // it was that loop
    if (std::string found = difference_of_run(*tried.design, c, generic_engine(), options); !found.empty())
      return found + "\n" + file_texts(c);
  }
  return "";
}

}  // namespace ssd::fuzz
