// Keys that are right by themselves and change nothing. Whoever wrote one expects something of it, so it is told, with
// the reason; but not where another design of the compilation, which inherits that very key, is changed by it.
#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// A line that is inherited by `from` looks right where it stands.
inline std::string said_of(std::string_view design) { return "this is about the design `" + std::string(design) + "`"; }

class Effects {
 public:
  // Looks at a sound design. `told`: whether what is idle in it is worth a warning.
  void look(Context& context, const Group& block, const design::Design& design, bool told);
  // After the last design.
  void report(diag::Sink& sink) const;

 private:
  struct Idle {
    const ast::Name* key;
    Span span;
    diag::Code code;
    std::string first, second;  // of its sentence; not every one has two places
    std::string help;
    std::string design;  // whose geometry undoes what it inherits; "": the key stands in the design it is about
  };
  std::vector<Idle> idle_;
  std::set<std::pair<const ast::Name*, diag::Code>>
      used_;  // for each reason by itself: a key may lack its effect for several
};

}  // namespace ssd::check
