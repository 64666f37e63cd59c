// The form of values whose fields are passed to an archive (plan_fields.h), as a number that is computed at compile
// time from the names and types of all fields in their order, the words of enumerations, and the forms of nested
// values. So bytes with other fields are recognised without counting versions by hand.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "runtime/abi/enum_names.h"
#include "runtime/abi/plan_fields.h"

namespace ssd {

namespace plan_form {

// Stands for a value of a type in constant evaluation; it is never read, and defined nowhere.
template <class T>
struct Any {
  static T value;
};
// A name that distinguishes types, so that a type which contains itself is described once. (Addresses would do, but gcc
// does not compare them at compile time under its sanitizers.)
template <class T>
consteval std::string_view name_of() {
  return __PRETTY_FUNCTION__;
}

class Form {
 public:
  template <class T>
  constexpr void field(std::string_view name, const T&) {
    add(name);
    describe(static_cast<T*>(nullptr));
  }
  template <class T, std::size_t kCount>
  constexpr void array(std::string_view name, const T (&)[kCount]) {
    add(name);
    add(kCount);
    describe(static_cast<T*>(nullptr));
  }
  template <class T>
  constexpr void label(std::string_view name, const T& value) {
    field(name, value);
  }
  constexpr void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(std::uint64_t{text.size()});
  }
  // FNV-1a.
  constexpr void add(std::uint64_t number) {
    for (unsigned byte = 0; byte < sizeof number; ++byte)
      hash_ = (hash_ ^ (number >> (8 * byte) & 0xFF)) * 0x100000001b3;
  }
  template <class T>
  constexpr void describe(T*) {
    if constexpr (std::is_enum_v<T>) {
      for (const std::string_view name : kEnumNames<T>) add(name);
    } else if constexpr (std::is_arithmetic_v<T>) {
      add(std::is_floating_point_v<T> ? "real" : std::is_signed_v<T> ? "signed" : "unsigned");
      add(sizeof(T));
    } else if (is_new(name_of<T>())) {
      using plan_fields::fields;
      add("{");
      fields(*this, Any<T>::value);
      add("}");
    }
  }
  constexpr void describe(std::string*) { add("text"); }
  constexpr void describe(Span*) { add("place"); }
  template <class T>
  constexpr void describe(std::vector<T>*) {
    add("list");
    describe(static_cast<T*>(nullptr));
  }
  template <class T>
  constexpr void describe(std::optional<T>*) {
    add("optional");
    describe(static_cast<T*>(nullptr));
  }
  template <class T>
  constexpr void describe(std::shared_ptr<const T>*) {
    add("shared");
    describe(static_cast<T*>(nullptr));
  }
  template <class... T>
  constexpr void describe(std::variant<T...>*) {
    add("one of");
    add(sizeof...(T));
    (describe(static_cast<T*>(nullptr)), ...);
  }

  constexpr std::uint32_t number() const { return static_cast<std::uint32_t>(hash_ ^ hash_ >> 32); }

 private:
  // False if the type was met before; then its number stands for it.
  constexpr bool is_new(std::string_view name) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (met_[i] != name) continue;
      add(i);
      return false;
    }
    met_[count_++] = name;
    return true;
  }

  static constexpr std::size_t kMostTypes = 64;
  std::uint64_t hash_ = 0xcbf29ce484222325;
  std::string_view met_[kMostTypes] = {};
  std::size_t count_ = 0;
};

}  // namespace plan_form

// The form of the type T.
template <class T>
consteval std::uint32_t form_of() {
  plan_form::Form form;
  form.describe(static_cast<T*>(nullptr));
  return form.number();
}

}  // namespace ssd
