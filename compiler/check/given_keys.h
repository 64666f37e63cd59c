// Keys of designs that get their values from outside the design: `-D geometry.channels=8` and
// `vary geometry.channels: [4, 8]`. The values are laid over a design as a design's own block is laid over the one that
// it is made `from`, so every rule about keys holds for them as well.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/check.h"
#include "compiler/check/names.h"
#include "compiler/syntax/ast/ast.h"
#include "runtime/base/diag/diag.h"

namespace ssd::check {

// Whether a design has a key of this path that takes a value: `gc.trigger`, `nand.bus.rate`, `allocation`. Blocks
// (`gc`) and keys inside a variant (`start.filled.valid`) are none of these.
bool is_design_key(std::string_view path);
// All of them, for finding the nearest one.
std::vector<std::string> design_key_paths();
// The key that a name may mean: one of that name, one in the block of that name, or the nearest one; empty if none is
// near.
std::string nearest_key(std::string_view name);

// The block that sets the keys.
std::shared_ptr<const ast::Block> keys_as_block(std::vector<ast::KeyValue> keys);
// The block that the `-D` of keys make, the last one of each key. Null without any, or after an error.
std::shared_ptr<const ast::Block> keys_given(const std::vector<Override>& overrides, SourceMap& sources, Names& names,
                                             diag::Sink& sink);

}  // namespace ssd::check
