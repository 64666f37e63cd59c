// See templates.h.
#include "tools/api/templates.h"

#include <algorithm>
#include <array>

namespace ssd::starters {
namespace {

constexpr std::string_view kMinimal = R"(// The smallest useful design. Every key that is left out has a default:
// `ssdc explain @FILE@` shows them all.
design @NAME@ {
  geometry { channels: 4  chips: 4  dies: 2  planes: 2  blocks: 256  pages: 64  page: 4KiB }
  capacity { overprovision: 15% }
}

// The workload that `ssdc run @FILE@` runs.
workload Mixed {
  requests: 100_000
  read:     60%
  size:     4KiB
  interval: exponential(200us)
  address:  hotspot(20%: 80%) over 80%
}
)";

constexpr std::string_view kTlc = R"(/// A drive of TLC parts with a write buffer.

/// A part with three kinds of pages; the middle and the upper one take longer. The values are round numbers: write your part's here.
nand @NAME@_TLC {
  cell:       TLC
  read(p):    if p.kind == lsb then 50us else if p.kind == csb then 65us else 80us
  program(p): if p.kind == lsb then 400us else if p.kind == csb then 800us else 1600us
  erase:      5ms
  bus { rate: 800MB/s  command: 200ns }
}

design @NAME@ {
  geometry { channels: 8  chips: 2  dies: 2  planes: 2  blocks: 128  pages: 192  page: 16KiB  spare: 1KiB }
  nand: @NAME@_TLC
  capacity { overprovision: 12% }

  // Writes go where work can start soonest; planes of a die are combined even if that skips pages.
  allocation: dynamic channel > die > plane > chip
  commands { multiplane: blind  interleave: always }
  gc       { trigger: free_blocks < 4  stop: free_blocks >= 8 }
  buffer   { size: 16MiB  write_back: true  latency: 3us }
  host     { queue: 64  link: 3GB/s  command: 2us }

  // Host reads go first.
  schedule { priority(op): if op.is_read and op.is_host then 1 else 0 }

  // A drive in use: most pages hold data, and some of the data is overwritten.
  start { state: filled { valid: 80%  invalid: 8% } }
}

// 32 requests outstanding, most of them to a few pages.
workload Busy {
  requests: 100_000
  read:     70%
  size:     16KiB
  address:  zipf(0.9) over 80%
  closed:   32
}
)";

constexpr std::string_view kPaper = R"(/// A drive as papers tabulate it; the varied values are params:
/// `ssdc run @FILE@:@NAME@ --workload Small -D ways=8`.
import "std/nand.ssd"

param ways: int    = 4
param order: order = channel > die > plane > chip

/// The table of parameters.
design @NAME@ {
  geometry { channels: 4  chips: ways  dies: 2  planes: 2  blocks: 256  pages: 64  page: 2KiB  spare: 64B }
  nand: Hu2013_SLC
  capacity { overprovision: 15% }
  allocation: static order
  commands { multiplane: wise  interleave: always }
  gc       { trigger: free_pages < 10%  victim: greedy }
}

/// The same drive with one die of a chip at a time.
design @NAME@_plain from @NAME@ { commands { multiplane: never  interleave: never } }

/// Small random writes.
workload Small { requests: 50_000  write: 100%  size: 2KiB  interval: exponential(100us)  address: uniform over 80% }

/// Large sequential reads.
workload Large { requests: 20_000  read: 100%  size: 64KiB  interval: 1ms  address: sequential }
)";

constexpr std::array kTemplates{Template{"minimal", kMinimal}, Template{"tlc", kTlc}, Template{"paper", kPaper}};

}  // namespace

std::span<const Template> templates() { return kTemplates; }

const Template* find_template(std::string_view name) {
  const auto found = std::ranges::find(kTemplates, name, &Template::name);
  return found == kTemplates.end() ? nullptr : &*found;
}

namespace {

std::string replaced(std::string text, std::string_view mark, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size())
    text.replace(at, mark.size(), by);
  return text;
}

}  // namespace

// A path with characters that are special in a shell or a comment is replaced by FILE.
std::string filled_in(std::string_view text, std::string_view name, std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-";
  const bool plain = path.find_first_not_of(kPlain) == std::string_view::npos;
  return replaced(replaced(std::string(text), "@NAME@", name), "@FILE@", plain ? path : "FILE");
}

}  // namespace ssd::starters
