// Reads one block of a design or workload by the table of its keys. The table is the only place that states which keys
// exist, with their types, defaults and bounds. Messages, the lines of `explain`, completion and the reference page are
// made from it.
#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/expr/rounding.h"
#include "compiler/check/helps/wrong_type.h"
#include "compiler/check/lint/fields_read.h"
#include "compiler/check/merge.h"
#include "runtime/abi/config.h"
#include "runtime/base/words.h"

namespace ssd::check {

enum class Form : std::uint8_t {
  kInt,
  kReal,
  kRatio,
  kTime,
  kSize,
  kRate,
  kEnergy,
  kPower,
  kBool,
  kString,
  kWord,   // one of `words`
  kBlock,  // `key { … }`
  kOwn,    // the section reads it itself
  kLater,  // part of the language but not of this version: only `simulated` may be written
};

// The row of runtime/abi/config.def that the key fills, if it fills exactly one.
using Into = std::variant<std::monostate, u8 Config::*, u32 Config::*, u64 Config::*>;

// Values are written as in a file, with the units of the language.
struct Key {
  std::string_view name;
  Form form;
  std::string_view fallback = {};  // the default; empty: there is none, or the section computes it
  std::string_view least = {}, most = {};
  std::string_view words = {};      // separated by blanks
  std::string_view meanings = {};   // the meaning of each word, in their order, separated by bars
  std::string_view simulated = {};  // the words (or the value) that this version simulates; empty: all of `words`
  std::string_view doc = {};
  bool policy = false;  // may be `key(x): …` or the name of a function, which the section then reads itself
  // For people, where the fields above do not state it: what may be written, the default in words, the record that a
  // function receives, its result.
  std::string_view takes = {}, otherwise = {}, record = {}, yields = {};
  std::span<const Key> (*block)() = nullptr;  // the keys of `key { … }`, or of `key: VARIANT { … }`
  std::string_view variant = {};
  Into into = {};  // filled by Reader::fill(), for ints, times, bools, and counts that may be `unlimited`
  // For help texts: what to write if neither the bounds nor the written value give a hint, as in `link: 0B/s` or `size:
  // 10%`.
  std::string_view instead = {};
};

struct Context {
  Evaluator& evaluator;
  Merger& merger;
  std::string owner;  // the design or workload being read
  std::vector<design::Property>& properties;
  FieldsRead fields_read{evaluator};
  diag::Sink& sink() const { return evaluator.sink(); }
};

class Reader {
 public:
  // Reports unknown keys, and keys and values that this version does not simulate. `group` may be null; then every key
  // has its default.
  Reader(Context& context, std::string section, const Group* group, std::span<const Key> keys);

  // The value of a key, from the file or its default; adds its line of `explain`. After an error the default is
  // returned, and sound() is false.
  u64 integer(std::string_view key);
  Time time(std::string_view key);                      // in ns
  u64 rounded(std::string_view key, const Step& step);  // a quantity as a number of the engine's steps
  u64 bytes(std::string_view key);
  bool flag(std::string_view key);
  std::string word(std::string_view key);
  // The meaning of the word; the table has a row for each of the key's words.
  template <class T, std::size_t kCount>
  T choice(std::string_view key, const std::array<Word<T>, kCount>& words) {
    const std::string written = word(key);
    const Word<T>* found = find_word(words, written);
    if (found == nullptr) report_lost_word(key, written);
    return found->value;
  }
  // Reads every key whose row names a field of Config.
  void fill(Config& config);
  // A count within the bounds of its row, or 0 for `unlimited`.
  u64 count_or_unlimited(std::string_view key);
  Value value(std::string_view key);
  // Evaluates an expression as the value of a key; nothing after an error.
  std::optional<Value> read(const Key& key, const ast::Expr& expr);
  // A reader of a nested block, by the keys that its row names.
  Reader block(std::string_view key);

  const Entry* entry(std::string_view key) const { return group_ == nullptr ? nullptr : group_->find(key); }
  bool has(std::string_view key) const { return entry(key) != nullptr; }
  // The expression of a key that the section reads itself. Null, after a report, if the key has another form.
  const ast::Expr* expression(std::string_view key);
  // Like variant_of(); null also if the key is left out.
  const ast::Block* variant(std::string_view key) const;
  // Whether a key is written as a policy: `key(x): …` or the name of a function.
  bool is_policy(std::string_view key) const;
  design::Origin origin(const Entry* entry, std::string param = {}) const;
  void explain(std::string_view key, std::string value, design::Origin origin);
  void explain_derived(std::string_view key, std::string value, std::string why);
  // Reports a word with a block that does not belong to it, or a word that the key does not know.
  void refuse_variant(const Entry& entry, const ast::VariantValue& variant);
  // Whether a key that the section reads itself has parameters although it accepts none; reports it.
  bool refuses_params(std::string_view key);
  // Whether one of the keys depends on a param. Another value of the param may then give a key the effect that it
  // lacks.
  bool varies(std::initializer_list<std::string_view> keys) const;
  // Adds the lines of keys of which this version knows only one form.
  void explain_fixed();
  const Key& key(std::string_view name) const;
  bool sound() const { return sound_; }
  void fail() { sound_ = false; }
  Span span() const { return group_ == nullptr ? Span{} : group_->span; }
  Context& context() { return context_; }

 private:
  [[noreturn]] void report_lost_word(std::string_view key, const std::string& word) const;
  void check_entry(const Entry& entry);
  void check_later(const Entry& entry, const Key& key);
  bool says_what_is_simulated(const Entry& entry, const Key& key);
  void report_unknown_word(const Key& key, Span span, const std::string& written);
  void report_word(const Entry& entry, const Key& key, const ast::Expr* expr, const std::string& text);
  void check_params(const Entry& entry, const Key& key);
  bool names_function(const ast::NameRef& name, Span span, std::string_view words) const;
  void report_unsupported(const Entry& entry, const Key& key, std::string_view text);
  bool was_reported(const Entry& entry) const { return std::ranges::find(reported_, &entry) != reported_.end(); }
  u64 number(const Key& key);
  bool in_bounds(const Key& key, const Value& value, const ast::Expr& expr);

  Context& context_;
  std::string section_;
  const Group* group_;
  std::span<const Key> keys_;
  bool sound_ = true;
  std::vector<const Entry*> reported_;  // entries of a wrong form: their values are not read again
};

Type type_of(Form form);
std::vector<std::string> split_words(std::string_view words);
// Whether it is the word `unlimited`, for a count or a rate that may have no bound.
bool is_unlimited(const ast::Expr* expr);
// The block of `key: VARIANT { … }`, with the variant that the row names; null if the value has another form.
const ast::Block* variant_of(const Entry& entry, const Key& row);
// The expression of a property; null for `static …`, `filled { … }` and similar forms.
const ast::Expr* plain_expression(const Entry& entry);
std::string or_list(const std::vector<std::string>& words);

}  // namespace ssd::check
