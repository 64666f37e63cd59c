// What keys, functions and values of other simulators and languages are called here. Only asked after a name was found
// to mean nothing. Sources of the keys: the configuration files of MQSim (ssdconfig.xml, workload.xml), the parameter
// file of SSDsim (page.parameters), and the options of fio.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace ssd::check {

struct KnownAs {
  std::string_view section, key;  // `design` for a section itself
};
// By the letters and digits of the key alone: `Page_Capacity`, `page_capacity`.
std::optional<KnownAs> key_instead(std::string_view section, std::string_view key);
// A help about a key that no key here stands for: what is asked for is said otherwise, or is not simulated. Empty if
// there is none.
std::string_view key_otherwise(std::string_view section, std::string_view key);
// The name of a metric with the words of other tools replaced: `latency.avg` is `response.mean`. It may be no metric
// still.
std::string metric_instead(std::string_view name);
// The key that `SECTION: VALUE` most likely means; empty if none is likelier than the others.
std::string_view key_of_value(std::string_view section);
// A help, or "" for a function or a value that no other language has either.
std::string_view function_instead(std::string_view name);
std::string_view value_instead(std::string_view name);
std::string_view pattern_instead(std::string_view name);

}  // namespace ssd::check
