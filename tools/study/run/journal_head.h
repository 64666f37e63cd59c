// The first line of a journal. It begins with the version of the lines: other metrics, or another way of writing them,
// make another version.
#pragma once
#include <string>

namespace ssd::study {

std::string journal_head(const std::string& subject);

}  // namespace ssd::study
