// The words of the .ssd language (docs/language.md, "Words, numbers, units"). The lexer contains no code and no
// predicates, so that it can be read as a specification. What depends on adjacent tokens (whether a `(` touches its
// function, whether `/s` is part of a unit) is determined in compiler/syntax/parse/tokens.cpp. Tokens from SEMICOLON on
// are never correct: they exist so that these mistakes have messages of their own.
lexer grammar SsdLexer;

// tokens.cpp makes these from the token before: CALL and INDEX from a `(` or `[` that touches its function or list,
// NEGATE from a `-` that follows no operand, CHAINED_IF from the `if` directly after `else`. Without the last two the
// parser would have to look ahead to the end of a `{ let … }` block at each `-`, and to the end of an `else if` chain
// at each `else`.
tokens { CALL, INDEX, NEGATE, CHAINED_IF }

// Reserved words.
KW_IMPORT : 'import';
KW_PARAM  : 'param';
KW_CONST  : 'const';
KW_FN     : 'fn';
KW_LET    : 'let';
KW_IF     : 'if';
KW_THEN   : 'then';
KW_ELSE   : 'else';
KW_AND    : 'and';
KW_OR     : 'or';
KW_XOR    : 'xor';
KW_NOT    : 'not';
KW_TRUE   : 'true';
KW_FALSE  : 'false';

// Soft words: elsewhere they are names (rule `name` of the parser lists them too).
KW_NAND        : 'nand';
KW_DESIGN      : 'design';
KW_WORKLOAD    : 'workload';
KW_EXPERIMENT  : 'experiment';
KW_FROM        : 'from';
KW_STATIC      : 'static';
KW_DYNAMIC     : 'dynamic';
KW_WRITE_ORDER : 'write_order';
KW_MAP         : 'map';
KW_ABOVE       : 'above';
KW_FLOW        : 'flow';
KW_PHASE       : 'phase';
KW_DRIVE_WRITES : 'drive_writes';
KW_OVER        : 'over';
KW_BY          : 'by';
KW_LOG         : 'log';
KW_GROUP       : 'group';
KW_EACH        : 'each';
KW_TO          : 'to';
KW_VARY        : 'vary';
KW_MEASURE     : 'measure';
KW_NORMALIZE   : 'normalize';
KW_EXPECT      : 'expect';
KW_KNOWN       : 'known';
KW_PLOT        : 'plot';

LBRACE        : '{';
RBRACE        : '}';
LPAREN        : '(';
RPAREN        : ')';
LBRACKET      : '[';
RBRACKET      : ']';
COMMA         : ',';
COLON         : ':';
DOT           : '.';
RANGE         : '..';
ASSIGN        : '=';
PLUS          : '+';
MINUS         : '-';
STAR          : '*';
SLASH         : '/';
PERCENT       : '%';
LESS          : '<';
LESS_EQUAL    : '<=';
GREATER       : '>';
GREATER_EQUAL : '>=';
SHIFT_LEFT    : '<<';
SHIFT_RIGHT   : '>>';
BIT_AND       : '&';
BIT_OR        : '|';
EQUAL         : '==';
NOT_EQUAL     : '!=';

// If two rules match the same length, the earlier one wins: `1e9` and `0x1B` are plain numbers, not numbers with the
// units `e9` and `x1B`.
NUMBER      : DECIMAL | HEX;
BAD_HEX     : '0' [xX] [0-9A-Za-z_%]*;
QUANTITY    : DECIMAL ('%' | [A-Za-z] [A-Za-z0-9_]*);
IDENTIFIER  : [A-Za-z_] [A-Za-z0-9_]*;
STRING      : '"' STRING_PART* '"';
OPEN_STRING : '"' STRING_PART*;
fragment HEX         : '0x' [0-9a-fA-F] [0-9a-fA-F_]*;
fragment DECIMAL     : DIGITS ('.' DIGITS)? ([eE] [+-]? DIGITS)?;
fragment DIGITS      : [0-9] [0-9_]*;
fragment STRING_PART : ~["\\\r\n] | '\\' ~[\r\n];

// A line of four or more slashes is a dividing line, not documentation.
DOC          : '///' (~[/\r\n] ~[\r\n]*)?;
COMMENT      : ('//' ~[\r\n]* | '/*' .*? '*/') -> skip;
OPEN_COMMENT : '/*';
SPACE        : [ \t\r\n\f]+ -> skip;

// Frequent mistakes.
SEMICOLON   : ';';
AND_SIGN    : '&&';
OR_SIGN     : '||';
NOT_SIGN    : '!';
UNKNOWN     : .;
