// The grammar of the .ssd language. It accepts correct files only. compiler/syntax/parse/slips.cpp reports what is
// wrong with other files, so that the grammar remains readable. Invariants that the rest of compiler/syntax/parse
// relies on:
// - Brackets are balanced before parsing (compiler/syntax/parse/brackets.cpp), so a `block` always finds its `}`.
// - A syntax error ends an `item` or a `statement` (and parsing continues after it) or the whole `declaration`, nothing
// else.
// - Comparisons parse as ordinary left-associative operators. The builder determines which chains are an order and
// which are a mistake.
parser grammar SsdParser;
options { tokenVocab = SsdLexer; superClass = DepthGuard; }
@parser::postinclude {
#include "compiler/syntax/parse/depth_guard.h"
}

// Parsed one at a time: compiler/syntax/parse/parse.cpp calls the parser for each declaration, so memory is limited by
// the largest declaration and not by the file.
declaration
  : KW_IMPORT STRING                                                  # importDecl
  | KW_PARAM name COLON name ASSIGN expression                        # paramDecl
  | KW_CONST name ASSIGN expression                                   # constDecl
  | KW_FN name parameters ASSIGN expression                           # fnDecl
  | (KW_NAND | KW_DESIGN | KW_WORKLOAD) name (KW_FROM name)? block    # blockDecl
  | KW_EXPERIMENT name LBRACE (statement | COMMA)* RBRACE             # experimentDecl
  ;

onlyExpression : expression EOF;
onlyKeyValue   : path COLON value EOF;

parameters : CALL (parameter (COMMA parameter)* COMMA?)? RPAREN;
parameter  : name (COLON name)?;

block : LBRACE (item | COMMA)* RBRACE;
item
  : let                              # letItem
  | name block                       # section
  | (KW_FLOW | KW_PHASE) name block  # flow
  | name parameters? COLON value     # property
  ;
let : KW_LET name ASSIGN expression;

value
  : KW_STATIC KW_MAP parameters block                                            # mapValue
  | (KW_STATIC | KW_DYNAMIC | KW_WRITE_ORDER) name (GREATER name)*               # orderValue
  | name block                                                                   # variantValue
  | KW_ABOVE expression                                                          # aboveValue
  | expression KW_DRIVE_WRITES                                                   # driveWritesValue
  | expression RANGE expression                                                  # rangeValue
  | expression (KW_OVER expression)?                                             # plainValue
  ;

statement
  : KW_VARY path COLON expression                                                # vary
  | KW_MEASURE metrics                                                           # measure
  | KW_NORMALIZE metrics KW_TO expression                                        # normalize
  | KW_EXPECT STRING (KW_EACH path (COMMA path)*)? COLON expression
    (KW_KNOWN COLON STRING)?                                                     # expect
  | KW_PLOT name CALL metrics COMMA? RPAREN
    ((KW_OVER | KW_BY | KW_GROUP | KW_LOG) path)*                                # plot
  | name COLON expression                                                        # setting
  ;
metrics : expression (COMMA expression)*;
// The name of an axis: a param, `design`, `workload`, or a key with the blocks that it is in (`gc.trigger`).
path : name (DOT name)*;

// Highest precedence first. `else if` is part of a loop, so that a long chain causes no deep recursion. The `if` is an
// alternative of this rule and not a rule of its own, because only then ANTLR knows by precedence that in `if a then b
// else c + d` the sum belongs to the `else`.
expression
  : postfix                                                                      # operand
  | literal                                                                      # literalOperand
  | scope                                                                        # scopeOperand
  | NEGATE expression                                                            # unary
  | expression (STAR | SLASH | PERCENT) expression                               # binary
  | expression (PLUS | MINUS) expression                                         # binary
  | expression (SHIFT_LEFT | SHIFT_RIGHT) expression                             # binary
  | expression BIT_AND expression                                                # binary
  | expression KW_XOR expression                                                 # binary
  | expression BIT_OR expression                                                 # binary
  | expression (LESS | LESS_EQUAL | GREATER | GREATER_EQUAL) expression          # binary
  | expression (EQUAL | NOT_EQUAL) expression                                    # binary
  | KW_NOT expression                                                            # unary
  | expression KW_AND expression                                                 # binary
  | expression KW_OR expression                                                  # binary
  | KW_IF expression KW_THEN expression
    (KW_ELSE CHAINED_IF expression KW_THEN expression)* KW_ELSE expression       # conditional
  ;

literal : NUMBER | QUANTITY | STRING | KW_TRUE | KW_FALSE;

scope : LBRACE (let COMMA?)* expression RBRACE;

postfix : primary (DOT name | CALL arguments RPAREN | INDEX expression RBRACKET)*;
primary
  : name                                                                         # reference
  | LPAREN expression RPAREN                                                     # group
  | LBRACKET arguments RBRACKET                                                  # list
  ;
arguments : (argument (COMMA argument)* COMMA?)?;
argument  : expression (COLON expression)? (KW_OVER expression)?;

name
  : IDENTIFIER | KW_NAND | KW_DESIGN | KW_WORKLOAD | KW_EXPERIMENT | KW_FROM | KW_STATIC | KW_DYNAMIC | KW_WRITE_ORDER | KW_MAP | KW_ABOVE
  | KW_FLOW | KW_PHASE | KW_DRIVE_WRITES | KW_OVER | KW_BY | KW_LOG | KW_GROUP | KW_EACH | KW_TO | KW_VARY | KW_MEASURE | KW_NORMALIZE | KW_EXPECT | KW_KNOWN | KW_PLOT
  ;
