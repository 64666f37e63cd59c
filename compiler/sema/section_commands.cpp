// commands: which of the flash commands that overlap operations the drive uses.
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

constexpr std::array kKeys{
    Key{.name = "copyback",
        .form = Form::kLater,
        .fallback = "never",
        .words = "never wise blind",
        .simulated = "never",
        .doc = "moves inside a plane"},
    Key{.name = "multiplane",
        .form = Form::kLater,
        .fallback = "never",
        .words = "never wise blind",
        .simulated = "never",
        .doc = "planes of a die together"},
    Key{.name = "interleave", .form = Form::kWord, .fallback = "always", .words = "never always", .doc = "dies of a chip at the same time"},
    Key{.name = "cache",
        .form = Form::kLater,
        .fallback = "never",
        .words = "never always",
        .simulated = "never",
        .doc = "transfers during array phases"},
    Key{.name = "suspend",
        .form = Form::kLater,
        .fallback = "never",
        .words = "never always",
        .simulated = "never",
        .doc = "reads interrupt programs and erases"},
    Key{.name = "multiplane_address",
        .form = Form::kLater,
        .words = "page block_and_page",
        .doc = "what must agree in a multi-plane command"},
    Key{.name = "suspend_limit", .form = Form::kLater, .doc = "suspensions of one operation"},
};

}  // namespace

bool read_commands(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "commands", section, kKeys);
  design.interleave = reader.word("interleave") == "always";
  reader.explain_fixed();
  return reader.sound();
}

}  // namespace ssd::sema
