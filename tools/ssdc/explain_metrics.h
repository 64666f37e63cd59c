// The table of metrics as `ssdc explain metrics` prints it, or one of them.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace ssd::cli {

// For `metrics` or the name of a metric; nothing for any other word.
std::optional<std::string> explain_metrics(std::string_view word);

}  // namespace ssd::cli
