// `ssdc trace generate` and `ssdc trace convert`: write requests as a trace file in any format.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "runtime/trace/trace.h"
#include "tools/cli/session.h"

namespace ssd::cli {

struct GenerateOptions {
  std::string to{"msr"};                  // the format
  std::optional<std::uint64_t> requests;  // instead of the workload's own number
  std::optional<std::uint64_t> size;      // bytes of the space that the addresses lie in
  std::uint64_t seed = 1;
};
// Writes the requests of the workload that the target names: `FILE:NAME`, or a workload of the standard library by its
// name alone.
void generate_trace(Session& session, const GenerateOptions& options);

struct ConvertOptions {
  std::string to;
  trace::LoadOptions from;
};
void convert_trace(Session& session, const ConvertOptions& options);

}  // namespace ssd::cli
