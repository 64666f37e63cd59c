// Fuzz target: any bytes as the text of a file, through parser and check, with the standard library of this checkout.
// If the check rejects the text, it gives a message. Its diagnostics can be shown as text and as JSON. Each declaration
// of a file without errors passes, and each design that passes has a listing.
#include "tests/fuzz/checked_text.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {

std::string broken_by_check(std::string_view text) {
  const CheckedText made = check_text(text);
  diag::render_text(made.sink, made.sources, true);
  diag::render_json(made.sink, made.sources);
  for (const design::Design& design : made.checked.designs) design::dump(design);
  if (made.sink.has_errors()) return "";
  if (made.checked.designs.size() < made.checked.declared_designs.size()) return "a design was refused without a word";
  return made.checked.workloads.size() < made.checked.declared_workloads.size()
             ? "a workload was refused without a word"
             : "";
}

}  // namespace ssd::fuzz
