// Implements properties.h.
#include "compiler/explain/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ssd::explain {
namespace {

constexpr std::size_t kWidestValue = 40;  // a longer value moves only its own origin to the right

// The text of a value that was given with `-D` is called like the option.
std::string place_text(Span span, const SourceMap& sources) {
  const SourceFile& file = sources.file(span.file);
  if (file.path().starts_with("-D ")) return fmt::format("`{}`", file.path());
  return fmt::format("{}:{}", file.path(), file.position(span.begin).line);
}

std::string origin_text(const design::Origin& origin, const SourceMap& sources) {
  const std::string detail = origin.detail.empty() ? "" : " (" + origin.detail + ")";
  switch (origin.kind) {
    case design::OriginKind::kDefault: return "default" + detail;
    case design::OriginKind::kGiven: return place_text(origin.span, sources) + detail;
    case design::OriginKind::kInherited: return place_text(origin.span, sources) + ", inherited" + detail;
    case design::OriginKind::kParam: return place_text(origin.span, sources) + ", param" + detail;
    case design::OriginKind::kDerived: return "derived" + detail;
  }
  return "";
}

}  // namespace

std::string property_lines(const std::vector<design::Property>& properties, bool sections, const SourceMap& sources) {
  std::size_t key_width = 0, value_width = 0;
  for (const design::Property& p : properties) {
    key_width = std::max(key_width, p.key.size());
    value_width = std::max(value_width, std::min(p.value.size(), kWidestValue));
  }
  std::string text, section;
  const auto out = std::back_inserter(text);
  for (const design::Property& p : properties) {
    if (sections && p.section != section) fmt::format_to(out, "\n{}\n", p.section);
    section = p.section;
    fmt::format_to(out, "  {:<{}}  {:<{}}  // {}\n", p.key + ":", key_width + 1, p.value, value_width,
                   origin_text(p.origin, sources));
  }
  return text;
}

}  // namespace ssd::explain
