// See recovery.h.
#include "compiler/parse/recovery.h"

#include "SsdParser.h"
#include "compiler/parse/slips.h"

namespace ssd::parse {
namespace {

using grammar::SsdParser;

bool is_unit_of_recovery(std::size_t rule) {
  return rule == SsdParser::RuleItem || rule == SsdParser::RuleStatement || rule == SsdParser::RuleDeclaration || rule == SsdParser::RuleOnlyExpression;
}

Where where(std::size_t rule) {
  if (rule == SsdParser::RuleItem) return Where::kItem;
  if (rule == SsdParser::RuleStatement) return Where::kStatement;
  return rule == SsdParser::RuleDeclaration ? Where::kDeclaration : Where::kExpression;
}

// Not at an item of a block, and not at its end.
bool is_junk(std::size_t kind, bool block) {
  return !is_name(static_cast<std::uint16_t>(kind)) && kind != SsdParser::RBRACE && kind != SsdParser::COMMA &&
         kind != antlr4::Token::EOF && !(block && kind == SsdParser::KW_LET);
}

}  // namespace

void Recovery::reportError(antlr4::Parser* parser, const antlr4::RecognitionException& error) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (!is_unit_of_recovery(rule)) return;
  report_slip(tokens_, {where(rule), parser->getContext()->start->getTokenIndex(), error.getOffendingToken()->getTokenIndex()}, sink_);
}

void Recovery::recover(antlr4::Parser* parser, std::exception_ptr error) {
  const antlr4::ParserRuleContext* context = parser->getContext();
  const std::size_t rule = context->getRuleIndex();
  if (rule == SsdParser::RuleDeclaration || rule == SsdParser::RuleOnlyExpression) throw DeclarationFailed{};
  if (!is_unit_of_recovery(rule)) std::rethrow_exception(error);
  std::size_t offending = 0;
  try {
    std::rethrow_exception(error);
  } catch (const antlr4::RecognitionException& e) {
    offending = e.getOffendingToken()->getTokenIndex();
  }
  parser->getTokenStream()->seek(resume_point(tokens_, context->start->getTokenIndex(), offending));
}

// ANTLR calls this before each decision. What cannot begin an item would end the block early: it is told and skipped here instead.
void Recovery::sync(antlr4::Parser* parser) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  const bool block = rule == SsdParser::RuleBlock;
  const auto* experiment = dynamic_cast<const SsdParser::ExperimentDeclContext*>(parser->getContext());
  const std::size_t at = parser->getCurrentToken()->getTokenIndex();
  const bool inside = block ? parser->getContext()->children.size() > 0 : experiment != nullptr && experiment->children.size() > 2;
  if (!inside || !is_junk(parser->getTokenStream()->LA(1), block)) return;
  report_slip(tokens_, {block ? Where::kBlock : Where::kExperiment, at, at}, sink_);
  parser->getTokenStream()->seek(resume_point(tokens_, at, at));
}

}  // namespace ssd::parse
