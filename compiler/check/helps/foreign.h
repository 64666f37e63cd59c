// The equivalents of keys, functions and values of other simulators and languages. These are used only after a name was
// found to be unknown. Sources of the keys: the configuration files of MQSim (ssdconfig.xml, workload.xml), the
// parameter file of SSDsim (page.parameters), and the options of fio.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace ssd::check {

struct KnownAs {
  std::string_view section, key;  // the section is `design` if the key is itself a section
};
// Compares only the letters and digits of the key, without case: `Page_Capacity`, `page_capacity`.
std::optional<KnownAs> key_instead(std::string_view section, std::string_view key);
// The help text for a foreign key without an equivalent: how to express it otherwise, or that it is not simulated.
// Empty if there is none.
std::string_view key_otherwise(std::string_view section, std::string_view key);
// The name of a metric with the words of other tools replaced: `latency.avg` becomes `response.mean`. The result may
// still be unknown.
std::string metric_instead(std::string_view name);
// The key that `SECTION: VALUE` most likely means; empty if no key is more likely than the others.
std::string_view key_of_value(std::string_view section);
// A help text, or "" for a function or a value that the tables do not list.
std::string_view function_instead(std::string_view name);
std::string_view value_instead(std::string_view name);
std::string_view pattern_instead(std::string_view name);

}  // namespace ssd::check
