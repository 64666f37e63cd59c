"""What a claim of the form `abs(A - 59.5%) < 10%` or `abs(A / 145MB/s - 1) < 25%` compares: ssdc reports the distance,
a reader wants A. This computes A from the numbers in results.json, and puts it and the bounds in place of the distance:
`39.70 % > 49.5 %; 39.70 % < 69.5 %`. Where the distance computed here is not the one that ssdc reports, or a formula has
something that is not known here (a const of the file), the report of ssdc stays."""
import itertools
import math
import operator
import re

import paper_values

UNITS = {"%": 0.01, "": 1, **paper_values.SCALES}
TOKEN = re.compile(rf"\s*(?:(\d[\d_]*(?:\.\d+)?)({'|'.join(sorted(map(re.escape, filter(None, UNITS)), key=len, reverse=True))})?(?!\w)|([A-Za-z_]\w*(?:\.\w+)*)|(==|!=|<=|>=|[-+*/%<>(),\[\]]))")
LEVELS = (("or",), ("and",), ("==", "!=", "<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"))  # weakest first
NUMBERS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
OVER = {"mean": lambda values: sum(values) / len(values), "min": min, "max": max, "geomean": lambda values: math.exp(sum(map(math.log, values)) / len(values))}
OTHER_NAMES = {"waf": "write_amplification"}


class NotKnown(Exception):
    """The formula has something that only ssdc knows."""


class Parser:
    """Nodes are tuples: ("number", value, unit), ("name", text), ("list", nodes), ("call", name, nodes) and
    (operator, left, right)."""

    def __init__(self, text):
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            found = TOKEN.match(text, at)
            if not found:
                raise NotKnown(text[at:])
            number, unit, name, sign = found.groups()
            self.tokens.append(("number", float(number.replace("_", "")) * UNITS[unit or ""], unit or "") if number else ("name", name) if name else ("sign", sign))
            at = found.end()

    def takes(self, *signs):
        return self.tokens.pop(0)[1] if self.tokens and self.tokens[0][0] != "number" and self.tokens[0][1] in signs else None

    def needs(self, sign):
        if not self.takes(sign):
            raise NotKnown(sign)

    def all(self):
        node = self.binary(0)
        if self.tokens:
            raise NotKnown(self.tokens[0])
        return node

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        node = self.binary(level + 1)
        while sign := self.takes(*LEVELS[level]):
            node = (sign, node, self.binary(level + 1))
        return node

    def unary(self):
        if self.takes("-"):
            return ("-", ("number", 0.0, ""), self.unary())
        if self.takes("("):
            node = self.binary(0)
            self.needs(")")
            return node
        if self.takes("["):
            return ("list", self.nodes("]"))
        if not self.tokens or self.tokens[0][0] == "sign" or self.tokens[0][1] == "not":
            raise NotKnown("an operand")
        token = self.tokens.pop(0)
        return ("call", token[1], self.nodes(")")) if token[0] == "name" and self.takes("(") else token

    def nodes(self, end):
        found = [self.binary(0)]
        while self.takes(","):
            found.append(self.binary(0))
        self.needs(end)
        return found


class Numbers:
    """The values of formulas over some points of a report: a number, or a list with one for each point."""

    def __init__(self, report, points):
        self.axes = {axis["name"]: axis for axis in report["experiment"]["axes"]}
        self.points = points

    def is_of(self, axis, text, node):
        """Whether a value of an axis (its text) is the one that the node names, or one of a list of them."""
        if node[0] == "list":
            return any(self.is_of(axis, text, one) for one in node[1])
        value = next(value for value in axis["values"] if value["text"] == text)
        if node[0] == "number":
            return value["number"] is not None and math.isclose(value["number"], node[1])
        known = {name for one in axis["values"] for name in (one["text"], one["alias"])}
        if node[0] != "name" or node[1] not in known:
            raise NotKnown(node)
        return node[1] in (text, value["alias"])

    def selection(self, node):
        """(axis, node of its values) if the node selects points: `depth == 4`, or the name of a design or workload."""
        if node[0] == "==" and node[1][0] == "name" and node[1][1] in self.axes:
            return self.axes[node[1][1]], node[2]
        for axis in self.axes.values():
            if axis["kind"] in ("design", "workload") and node[0] == "name" and any(value["text"] == node[1] for value in axis["values"]):
                return axis, node
        return None

    def value(self, node):
        if node[0] == "number":
            return node[1]
        if node[0] == "name":
            return self.metric(node[1], "metrics")
        if node[0] == "call":
            return self.call(*node[1:])
        if node[0] not in NUMBERS:
            raise NotKnown(node)
        return self.both(NUMBERS[node[0]], self.value(node[1]), self.value(node[2]))

    def both(self, compute, left, right):
        if not isinstance(left, list) and not isinstance(right, list):
            return compute(left, right)
        wide = lambda side: side if isinstance(side, list) else [side] * len(self.points)
        return [None if a is None or b is None or (compute is operator.truediv and b == 0) else compute(a, b) for a, b in zip(wide(left), wide(right))]

    def metric(self, name, kind):
        name = OTHER_NAMES.get(name, name)
        if not all(name in point[kind] for point in self.points):
            raise NotKnown(name)
        return [point[kind][name]["mean"] for point in self.points]

    def call(self, name, nodes):
        if name == "normalized" and nodes[0][0] == "name":
            return self.metric(nodes[0][1], "normalized")
        if name == "abs" and len(nodes) == 1:
            value = self.value(nodes[0])
            return [None if one is None else abs(one) for one in value] if isinstance(value, list) else abs(value)
        selections = [self.selection(node) for node in nodes[1:]]
        if name not in OVER or not all(selections):
            raise NotKnown(name)
        value = self.value(nodes[0])
        chosen = [one for one, point in zip(value, self.points) if all(self.is_of(axis, point["at"][axis["name"]], node) for axis, node in selections)]
        if not chosen or None in chosen:
            raise NotKnown("no value")
        return OVER[name](chosen)


def parts(node):
    """The operands that `and` and `or` join, from left to right."""
    return parts(node[1]) + parts(node[2]) if node[0] in ("and", "or") else [node]


def constant(node):
    """The unit of a constant number: or None."""
    return node[2] if node[0] == "number" else None


def number(value, unit, digits):
    text = f"{float(f'{value / UNITS[unit]:.{digits}g}'):,.10g}"
    return f"{text} {unit}" if unit else text


def in_bounds(node, numbers, distance_told):
    """The values of a part of a claim with A instead of the distance that ssdc tells; None if the part has another
    form."""
    if node[0] not in ("<", "<=") or node[1][:2] != ("call", "abs") or node[1][2][0][0] != "-":
        return None
    _, left, right = node[1][2][0]
    if constant(right) == "" and right[1] == 1 and left[0] == "/":  # a ratio
        wanted, share = left[2], True
        a = left[1]
        if constant(wanted) is None:
            a, wanted = left, ("number", 1.0, "")
    else:
        a, wanted, share = left, right, False
    if constant(wanted) is None:
        return None
    value, within = numbers.value(a), numbers.value(node[2])
    if isinstance(value, list) or isinstance(within, list):
        return None
    distance = abs(value / wanted[1] - 1) if share else abs(value - wanted[1])
    shown = paper_values.NUMBER.fullmatch(distance_told)
    shown = float(shown[1].replace(",", "")) * UNITS[shown[2] or ""]
    if not math.isclose(distance, shown, rel_tol=2e-3, abs_tol=1e-6):
        return None
    reach = wanted[1] * within if share else within
    op = node[0]
    text, low, high = number(value, wanted[2], 4), number(wanted[1] - reach, wanted[2], 6), number(wanted[1] + reach, wanted[2], 6)
    return f"{text} {op.replace('<', '>')} {low}; {text} {op} {high}"


def instances(report, axes):
    """The points of each instance of `each`, by the text that ssdc gives it."""
    chosen = [axis for axis in report["experiment"]["axes"] if axis["name"] in axes]
    chosen.sort(key=lambda axis: axes.index(axis["name"]))
    found = {}
    for values in itertools.product(*(axis["values"] for axis in chosen)):
        named = [(axis, value["alias"] or value["text"]) for axis, value in zip(chosen, values)]
        text = ", ".join(value if axis["kind"] in ("design", "workload") else f"{axis['name']} {value}" for axis, value in named)
        found[text] = [point for point in report["points"] if all(point["at"][axis["name"]] == value["text"] for axis, value in zip(chosen, values))]
    return found


def readable_bounds(report, claim, asked):
    """The values of the claim, with quantities and their bounds instead of distances. `asked` is the text behind the
    title: `each AXIS, …: CLAIM`, or `: CLAIM`."""
    axes, _, text = asked.partition(":")
    axes = [axis.strip() for axis in axes.removeprefix("each").split(",") if axis.strip()]
    try:
        compared = parts(Parser(text).all())
        points = instances(report, axes) if axes else {"": report["points"]}
        texts = []
        for label, told in paper_values.parts_of(claim["values"]):
            numbers, shown = Numbers(report, points[label]), []
            for node, part in zip(compared, told):
                values = paper_values.COMPARISON.fullmatch(part)
                shown.append(values and in_bounds(node, numbers, values[1]) or part)
            more = told[len(shown):]
            texts.append((f"{label}: " if label else "") + "; ".join(shown + more))
        return "; ".join(texts) + ("; …" if claim["values"].endswith("; …") else "")
    except (NotKnown, KeyError, ZeroDivisionError, ValueError, TypeError):
        return claim["values"]
