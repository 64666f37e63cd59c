// See selection.h.
#include "tools/study/run/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "runtime/base/suggest.h"
#include "tools/study/places.h"

namespace ssd::study {
namespace {

using diag::Code;

// The text without blanks, which have no meaning here: `channel>die` is `channel > die`.
std::string without_blanks(std::string_view text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result), [](char c) { return c != ' ' && c != '\t'; });
  return result;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string few(const std::vector<std::string>& names) {
  constexpr std::size_t kFew = 12;
  if (names.size() <= kFew) return fmt::format("its values: `{}`", fmt::join(names, "`, `"));
  return fmt::format("there are {}, from `{}` to `{}`", names.size(), names.front(), names.back());
}

class Selection {
 public:
  Selection(const design::Experiment& experiment, diag::Sink& sink) : experiment_(experiment), sink_(sink) {}

  std::optional<std::vector<bool>> choose(const std::string& text) {
    const bool by_value = text.find('=') != std::string::npos;
    for (const std::string& part : split(without_blanks(text), ',')) {
      if (!(by_value ? add_values(part) : add_numbers(part))) return std::nullopt;
    }
    return by_value ? by_values() : numbers_;
  }

 private:
  bool refuse(const std::string& why, const std::string& help) {
    sink_.report(Code::E0603, {}, why).help(help);
    return false;
  }

  bool add_numbers(const std::string& part) {
    const std::uint64_t points = experiment_.points();
    numbers_.resize(points);
    const std::size_t dash = part.find('-');
    const auto first = number(part.substr(0, dash)),
               last = dash == std::string::npos ? first : number(part.substr(dash + 1));
    if (!first || !last)
      return refuse(fmt::format("`{}` is neither a number nor `axis=value`", part),
                    "write `--points 3,5-9`, or `--points 'axis=value'`");
    if (*last >= points || *first > *last)
      return refuse(fmt::format("`{}` is not within the points 0 to {}", part, points - 1),
                    "`--dry-run` lists the points with their numbers");
    std::fill(numbers_.begin() + static_cast<std::ptrdiff_t>(*first),
              numbers_.begin() + static_cast<std::ptrdiff_t>(*last + 1), true);
    return true;
  }

  bool add_values(const std::string& part) {
    const std::size_t equals = part.find('=');
    const std::string name = part.substr(0, equals);
    std::vector<std::string> names;
    for (const design::Axis& axis : experiment_.axes) names.push_back(axis.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      const auto near = nearest(name, names);
      return refuse(fmt::format("`{}` is not an axis of `{}`", name, experiment_.name),
                    near ? fmt::format("did you mean `{}`?", *near) : few(names));
    }
    const auto axis = static_cast<std::size_t>(found - names.begin());
    if (equals == std::string::npos)
      return refuse(fmt::format("`{}` has no value", part), fmt::format("write `{}=VALUE`", part));
    allowed_.resize(names.size());
    for (const std::string& value : split(part.substr(equals + 1), '|')) {
      if (!add_value(axis, value)) return false;
    }
    return true;
  }

  bool add_value(std::size_t axis, const std::string& value) {
    const std::vector<design::AxisValue>& values = experiment_.axes[axis].values;
    const auto found = std::ranges::find_if(
        values, [&](const design::AxisValue& of) { return of.shown() == value || without_blanks(of.text) == value; });
    if (found == values.end()) {
      std::vector<std::string> known;
      for (const design::AxisValue& of : values) known.push_back(of.shown());
      return refuse(fmt::format("the axis `{}` has no value `{}`", experiment_.axes[axis].name, value), few(known));
    }
    allowed_[axis].resize(values.size());
    allowed_[axis][static_cast<std::size_t>(found - values.begin())] = true;
    return true;
  }

  std::vector<bool> by_values() const {
    std::vector<bool> result;
    for (std::uint64_t point = 0; point < experiment_.points(); ++point) {
      const Places places = places_of(experiment_, point);
      bool chosen = true;
      for (std::size_t axis = 0; axis < allowed_.size(); ++axis)
        chosen = chosen && (allowed_[axis].empty() || allowed_[axis][places[axis]]);
      result.push_back(chosen);
    }
    return result;
  }

  const design::Experiment& experiment_;
  diag::Sink& sink_;
  std::vector<bool> numbers_;
  std::vector<std::vector<bool>> allowed_;  // by axis and value; empty: all values
};

}  // namespace

std::optional<std::vector<bool>> choose_points(const design::Experiment& experiment, const std::string& text,
                                               diag::Sink& sink) {
  if (text.empty()) return std::vector<bool>(experiment.points(), true);
  return Selection(experiment, sink).choose(text);
}

}  // namespace ssd::study
