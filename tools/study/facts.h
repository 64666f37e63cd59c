// What the numbers of an experiment depend on: the version, the options of the call, hashes. There may be one for each
// point, so they are passed one by one, and nobody keeps a list of them.
#pragma once
#include <functional>
#include <string>

namespace ssd::study {

// Makes the value: a hash takes some 10 us.
using FactValue = std::function<std::string()>;
using TakeFact = std::function<void(const std::string& name, const FactValue& value)>;
// Passes all facts, in the same order each time; each name occurs once.
using Facts = std::function<void(const TakeFact&)>;

}  // namespace ssd::study
