// The first line of a journal. Its beginning says how the lines are to be read: other metrics, or another way to write
// them, are another version.
#pragma once
#include <string>

namespace ssd::study {

std::string journal_head(const std::string& subject);

}  // namespace ssd::study
