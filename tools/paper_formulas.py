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
KINDS = (("s", "ms", "us", "ns"), ("GB/s", "MB/s", "KB/s", "B/s"))
ONE = ("number", 1.0, "")
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
        self.all_points = len(report["points"])

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


def number(value, unit):
    """The value in this unit, or in a smaller one of its kind if it is far smaller."""
    kind = next((units for units in KINDS if unit in units), [])
    if value and abs(value) < UNITS[unit] / 1000:
        unit = next((other for other in kind if abs(value) >= UNITS[other]), unit)
    text = f"{float(f'{value / UNITS[unit]:.7g}'):,.10g}"
    return f"{text} {unit}" if unit else text


def times(node):
    """The factors of `10% * A`, or of A: a constant number, and A."""
    return (node[1], node[2]) if node[0] == "*" and constant(node[1]) is not None else (ONE, node)


def distance_of(node):
    """Of `abs(A - C) < T` the nodes (A, C, T, what the distance was divided by): C and T are constants; of
    `abs(A / C - 1) < T` it is divided by C; `abs(A - 85% * B) < 10% * B` is about A / B. None of other forms."""
    if node[0] not in ("<", "<=") or node[1][:2] != ("call", "abs") or node[1][2][0][0] != "-":
        return None
    (_, left, right), within = node[1][2][0], node[2]
    if right == ONE and left[0] == "/" and constant(left[2]) is not None:
        return left[1], left[2], ("*", within, left[2]), ("/", ONE, left[2])
    if constant(right) is not None:
        return left, right, within, ONE
    (wanted, base), (share, other) = times(right), times(within)
    return (("/", left, base), wanted, share, base) if base == other else None


def in_bounds(node, numbers, distance_told):
    """The values of a part of a claim with A instead of the distance that ssdc tells; None if the part has another
    form."""
    form = distance_of(node)
    if form is None:
        return None
    a, wanted, within, scale = (numbers.value(part) for part in form)
    if any(isinstance(one, list) for one in (a, wanted, within, scale)):
        return None
    shown, unit = paper_values.NUMBER.fullmatch(distance_told).groups()
    half_a_digit = 0.51 * 10.0 ** -len(shown.partition(".")[2]) if "e" not in shown else 0
    distance = abs(a - wanted) * abs(scale)
    if abs(distance - float(shown.replace(",", "")) * UNITS[unit or ""]) > max(half_a_digit * UNITS[unit or ""], 2e-3 * distance):
        return None
    unit, op = constant(form[1]), node[0]
    return f"{number(a, unit)} {op.replace('<', '>')} {number(wanted - within, unit)}; {number(a, unit)} {op} {number(wanted + within, unit)}"


def selection_word(node):
    """`dev` for the name of a workload or a design, `depth 4` for a value of another axis; None for lists."""
    if node[0] == "name":
        return node[1]
    if node[0] != "==" or node[2][0] not in ("name", "number"):
        return None
    axis, value = node[1][1], node[2][1] if node[2][0] == "name" else number(*node[2][1:]).replace(" ", "")
    return value if axis in ("design", "workload") else f"{axis} {value}"


def selected(node):
    """The words of a formula that select points, in their order."""
    if node[0] == "call":
        return [word for one in node[2] for word in selected(one)] + list(filter(None, map(selection_word, node[2][1:])))
    return [word for one in node[1:] if isinstance(one, tuple) for word in selected(one)]


def labels(nodes):
    """What distinguishes the parts of a claim, each of which selects other points: or None."""
    words = [dict.fromkeys(selected(node)) for node in nodes]
    common = set.intersection(*map(set, words))
    found = [", ".join(word for word in these if word not in common) for these in words]
    return found if len(nodes) > 1 and all(found) and len(set(found)) == len(found) else None


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


def groups_of(nodes, told):
    """Pairs of nodes and texts that belong together: `A > 3` and `A < 4` are one."""
    found = []
    for node, text in zip(nodes, told):
        before = found[-1][0] if found else []
        if len(before) == 1 and before[0][:2] == (">", node[1]) and node[0] == "<" and constant(before[0][2]) is not None and constant(node[2]) is not None:
            found[-1] = ([*before, node], [*found[-1][1], text])
        else:
            found.append(([node], [text]))
    return found


def told_in_bounds(nodes, told, numbers):
    """The texts of the parts of one instance. If all of them are values between bounds, each begins with what
    distinguishes it."""
    texts, all_bounds = [], True
    groups = groups_of(nodes, told)
    for group, parts_told in groups:
        compared = paper_values.COMPARISON.fullmatch(parts_told[0])
        text = in_bounds(group[0], numbers, compared[1]) if compared and len(group) == 1 else None
        texts.append(text or "; ".join(parts_told))
        all_bounds &= len(group) == 2 or text is not None
    names = labels([group[0] for group, _ in groups]) if all_bounds and len(numbers.points) == numbers.all_points else None
    return "; ".join(f"{name}: {text}" for name, text in zip(names, texts)) if names else "; ".join(texts)


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
            text = told_in_bounds(compared, told, Numbers(report, points[label]))
            texts.append(f"{label}: {text}" if label else text)
        return "; ".join(texts) + ("; …" if claim["values"].endswith("; …") else "")
    except (NotKnown, KeyError, ZeroDivisionError, ValueError, TypeError):
        return claim["values"]
