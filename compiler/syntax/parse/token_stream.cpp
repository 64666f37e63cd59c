// Implements token_stream.h.
#include "compiler/syntax/parse/token_stream.h"

#include <algorithm>

namespace ssd::parse {

ListStream::ListStream(const TokenList& list) {
  tokens_.reserve(list.tokens.size());
  for (const Token& t : list.tokens) {
    const size_t kind = &t == &list.tokens.back() ? antlr4::Token::EOF : t.kind;
    tokens_.emplace_back(kind).setTokenIndex(tokens_.size() - 1);
  }
}

antlr4::Token* ListStream::LT(ssize_t k) {
  if (k < 0) return static_cast<size_t>(-k) > at_ ? nullptr : get(at_ - static_cast<size_t>(-k));
  const size_t index = std::min(at_ + static_cast<size_t>(k) - 1, tokens_.size() - 1);
  farthest_ = std::max(farthest_, index);
  return get(index);
}

size_t ListStream::LA(ssize_t i) {
  const antlr4::Token* token = LT(i);
  return token == nullptr ? antlr4::Token::EOF : token->getType();
}

void ListStream::consume() {
  if (at_ + 1 < tokens_.size()) ++at_;
}

}  // namespace ssd::parse
