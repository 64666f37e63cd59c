// See shares.h.
#include "compiler/check/workload/shares.h"

#include <fmt/format.h>

#include "compiler/check/workload/workload.h"

namespace ssd::check {
namespace {

using diag::Code;

// The share that a key states. Nothing if the key is left out, or after an error, which sets `sound` to false.
std::optional<std::uint32_t> stated_share(Reader& reader, std::string_view key, Origins& origins, bool& sound) {
  if (!reader.has(key)) return std::nullopt;
  const Scope::LastParam param(reader.context().evaluator.scope());
  const auto expr = written_value(reader, key);
  const auto share = expr ? read_share(reader.context(), *expr->expr) : std::nullopt;
  sound &= share.has_value();
  origins[key] = reader.origin(reader.entry(key), param.name());
  return share;
}

bool report_shares(Reader& reader, const Entry& at, const Entry& other, std::uint32_t sum, std::string_view help) {
  reader.context()
      .sink()
      .report(Code::E0240, at.span(), fmt::format("{:g}", sum / 10000.0))
      .note(other.span(), fmt::format("`{}` is here", other.key->text))
      .help(std::string(help));
  return false;
}

}  // namespace

// `read` and `write` are two ways to divide what trims leave. Along a chain of `from` the later one counts.
bool read_shares(Reader& reader, workload::Generator& generator, Origins& origins) {
  bool sound = true;
  const auto reads = stated_share(reader, "read", origins, sound),
             writes = stated_share(reader, "write", origins, sound);
  const auto trims = stated_share(reader, "trim", origins, sound), forced = stated_share(reader, "fua", origins, sound);
  if (!sound) return false;
  const Entry *read = reader.entry("read"), *write = reader.entry("write"), *trim = reader.entry("trim");
  generator.trim_parts = trims.value_or(0);
  generator.forced_parts = forced.value_or(0);
  const std::uint32_t rest = workload::kWhole - generator.trim_parts;
  const bool by_read = reads && (!writes || read->depth >= write->depth);
  if (reads && writes && read->depth == write->depth && *reads + *writes != rest) {
    return report_shares(reader, *write, *read, *reads + *writes + generator.trim_parts,
                         trims ? "make read, write and trim sum to 100%" : "write only one of them");
  }
  const std::uint32_t stated = by_read ? *reads : writes.value_or(0);
  if (stated > rest) {
    return report_shares(reader, *trim, by_read ? *read : *write, stated + generator.trim_parts,
                         "make the two sum to at most 100%");
  }
  generator.read_parts = by_read ? stated : writes ? rest - stated : rest / 2;
  if (reads && writes && read->depth != write->depth) origins.erase(by_read ? "write" : "read");
  return true;
}

}  // namespace ssd::check
