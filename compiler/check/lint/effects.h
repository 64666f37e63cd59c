// Warns about keys that are correct and change nothing. A user who wrote the key expects an effect, so the warning
// gives the reason. There is no warning if another design of the compilation inherits the same key and does depend on
// it.
#pragma once
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// A note that names the design: at its own place, a line that the design inherits by `from` looks correct.
inline std::string said_of(std::string_view design) { return "this is about the design `" + std::string(design) + "`"; }

class Effects {
 public:
  // Checks a correct design. `told`: whether keys without effect in it deserve a warning.
  void look(Context& context, const Group& block, const design::Design& design, bool told);
  // Reports the warnings, after the last design.
  void report(diag::Sink& sink) const;

 private:
  struct Idle {
    const ast::Name* key;
    Span span;
    diag::Code code;
    std::string first, second;  // parts of the message; not every message has two
    std::string help;
    std::string design;  // the design whose own geometry makes an inherited key useless; empty if the key stands in the
                         // design itself
  };
  std::vector<Idle> idle_;
  std::set<std::pair<const ast::Name*, diag::Code>>
      used_;  // for each reason separately, because a key may be useless for several reasons
};

}  // namespace ssd::check
