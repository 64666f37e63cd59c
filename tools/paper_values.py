"""The compared values of a claim, as ssdc reports them (`a > b; a < c`, for each value of an axis), in a form to read."""
import math
import re

# Orders of the four levels by Jung's letters, W for chip: `channel > chip > die > plane` becomes CWDP.
LETTERS = {"channel": "C", "chip": "W", "die": "D", "plane": "P"}
LEVEL = "|".join(LETTERS)
ORDER = re.compile(rf"\b({LEVEL}) > ({LEVEL}) > ({LEVEL}) > ({LEVEL})\b")
COMPARISON = re.compile(r"(.+?) (<=|>=|==|!=|<|>) (.+)")
NUMBER = re.compile(r"(-?[\d,]+(?:\.\d+)?(?:e[+-]?\d+)?)(?: (\S+))?")
# The units of the language (ssdc explain units), in those of metrics: ns, bytes, bytes a second, joules.
SCALES = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9, "h": 3600e9, "d": 86400e9, "pJ": 1e-12, "nJ": 1e-9, "uJ": 1e-6, "mJ": 1e-3, "J": 1}
for size, bytes_of_it in {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}.items():
    SCALES |= {size: bytes_of_it, f"{size}/s": bytes_of_it}
HOLDS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
         "==": lambda a, b: a == b, "!=": lambda a, b: a != b}
SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}
DIGITS, BOUND_DIGITS = 3, 4
MOST_IN_A_LINE = 70  # characters


def short_orders(text):
    return ORDER.sub(lambda order: "".join(map(LETTERS.get, order.groups())), text)


def measured(text):
    """The quantity in base units of its kind, or None for a text that is no quantity."""
    parts = NUMBER.fullmatch(text)
    return float(parts[1].replace(",", "")) * SCALES.get(parts[2], 1) if parts else None


def rounded(text, digits=DIGITS):
    """The quantity with fewer digits. Whole numbers that have no separator (counts, values of an axis) stay."""
    parts = NUMBER.fullmatch(text)
    if not parts or not re.search(r"[.,]", parts[1]) or "e" in parts[1]:
        return text
    value = float(parts[1].replace(",", ""))
    if parts[2] == "%" and 99.9 <= value < 100:
        digits = max(digits, 4)  # 99.96 % is not all
    places = digits - 1 - math.floor(math.log10(abs(value))) if value else 0
    number = f"{round(value, places):,.{max(places, 0)}f}"
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    return f"{number} {parts[2]}" if parts[2] else number


def rounded_pair(left, right):
    """Both sides of a comparison, with as many digits as it takes to tell them apart."""
    for digits in range(DIGITS, 8):
        sides = rounded(left, digits), rounded(right, digits)
        if measured(left) == measured(right) or sides[0] != sides[1]:
            return sides
    return left, right


def without_unit(text, other):
    """The text without its unit if the other text has the same."""
    parts, others = NUMBER.fullmatch(text), NUMBER.fullmatch(other)
    return parts[1] if parts and others and parts[2] == others[2] else text


class Comparison:
    """A comparison of two quantities, or of two values of an axis (`scheme S3 == scheme S6`)."""

    def __init__(self, left, op, right):
        self.left, self.op, self.right = left, op, right
        a, b = measured(left), measured(right)
        self.quantities = a is not None and b is not None
        if not self.quantities:
            a, b = left, right
            words = left.split(" "), right.split(" ")
            if len(words[0]) == len(words[1]) == 2 and words[0][0] == words[1][0] and measured(words[0][1]) is None:
                self.left, self.right = words[0][1], words[1][1]  # without the name of the axis
        self.holds = HOLDS[op](a, b)
        # Sides that are equal as printed may differ, so that only the verdict tells.
        self.unclear = self.quantities and a == b and op in ("<", ">") and "." in left + right

    def bound(self):
        if not self.quantities and self.op == "==":
            return self.right
        return f"{SIGNS.get(self.op, self.op)} {rounded(self.right, BOUND_DIGITS)}"

    def told(self):
        if not self.quantities:
            equal = self.left == self.right
            return self.left if equal and self.holds else f"{self.left}, not {self.right}" if not equal else f"not {self.left}"
        left, right = rounded_pair(self.left, self.right)
        return f"{without_unit(left, right)}{'' if self.holds or self.unclear else ', not'} {SIGNS.get(self.op, self.op)} {right}"


def ranges(one, two):
    """Whether two comparisons say that a value lies between two bounds."""
    return one.left == two.left and one.op[0] == ">" and two.op[0] == "<"


def between(one, two):
    """The value of a range, with as many digits as show on which side of the bounds it lies."""
    low, high = measured(one.right), measured(two.right)
    value = measured(one.left)
    for digits in range(4 if low < value < high and high - low < value / 20 else DIGITS, 8):
        text = rounded(one.left, digits)
        if text not in (rounded(one.right, BOUND_DIGITS), rounded(two.right, BOUND_DIGITS)) and (low < measured(text) < high) == (low < value < high):
            return text
    return one.left


def told_ranges(pairs):
    """Values that lie, or do not lie, between the same bounds."""
    one, two = pairs[0]
    low, high = rounded(one.right, BOUND_DIGITS), rounded(two.right, BOUND_DIGITS)
    values = ", ".join(without_unit(between(*pair), high) for pair in pairs)
    inside = " in" if one.holds and two.holds else ", not in" if len(pairs) == 1 else " (none) in"
    return f"{values}{inside} {without_unit(low, high)} to {high}"


def like(pairs, pair):
    """Whether the pair has the bounds and the verdict of these pairs."""
    describe = lambda one, two: (one.op, one.right, two.op, two.right, one.holds and two.holds)
    return ranges(*pair) and describe(*pair) == describe(*pairs[0])


def told_all(comparisons):
    """The comparisons of one instance of a claim."""
    texts, at = [], 0
    while at < len(comparisons):
        here = comparisons[at]
        end = at + 1
        while end < len(comparisons) and here.quantities and here.op[0] in "<>" and comparisons[end].op == here.op and comparisons[end].left == comparisons[end - 1].right:
            end += 1
        chain = comparisons[at:end]
        if len(chain) > 1 and all(one.holds for one in chain):
            sides = [rounded(one.left) for one in chain] + [rounded(chain[-1].right)]
            texts.append(f" {SIGNS.get(here.op, here.op)} ".join([without_unit(side, sides[-1]) for side in sides[:-1]] + sides[-1:]))
        elif at + 1 < len(comparisons) and ranges(here, comparisons[at + 1]):
            pairs = [comparisons[at:at + 2]]
            while len(comparisons) >= at + 2 * len(pairs) + 2 and like(pairs, comparisons[at + 2 * len(pairs):][:2]):
                pairs.append(comparisons[at + 2 * len(pairs):][:2])
            end = at + 2 * len(pairs)
            texts.append(told_ranges(pairs))
        else:
            end = at + 1
            texts.append(here.told())
        at = end
    return "; ".join(texts)


def parts_of(values):
    """The parts of a claim's values as pairs (instance of `each` or "", list of parts)."""
    found = []
    for part in values.split("; "):
        label = re.match(r"([^<>=]+?): ", part)
        if label or not found:
            found.append((label[1] if label else "", []))
        if part != "…":
            found[-1][1].append(part[label.end():] if label else part)
    return found


def alike(shown):
    """Instances that compare one value each with the same bound, or with the same two bounds, in one sentence: or
    None."""
    firsts = [comparisons[0] for _, comparisons in shown]
    bounds = {tuple((one.op, one.right) for one in comparisons) for _, comparisons in shown}
    verdicts = {all(one.holds for one in comparisons) for _, comparisons in shown}
    if len(shown) < 2 or len(bounds) > 1 or len(verdicts) > 1 or any(one.unclear for one in firsts):
        return None
    comparisons = shown[0][1]
    if len(comparisons) == 1:
        bound = comparisons[0].bound()
    elif len(comparisons) == 2 and all(ranges(*both) for _, both in shown):
        bound = f"in {without_unit(*(rounded(one.right, BOUND_DIGITS) for one in comparisons))} to {rounded(comparisons[1].right, BOUND_DIGITS)}"
    else:
        return None
    if len({one.left for one in firsts}) == 1 and verdicts == {True} and not firsts[0].quantities and shown[0][0]:
        return f"{firsts[0].left} on {', '.join(label for label, _ in shown)}"
    values = [(label, between(*both) if len(both) == 2 else rounded_pair(both[0].left, both[0].right)[0]) for label, both in shown]
    if any(" " in label for label, _ in values):
        values = "; ".join(f"{label}: {value}" for label, value in values)
    else:
        values = ", ".join(f"{label} {value}".strip() for label, value in values)
    return f"{values} ({'each' if verdicts == {True} else 'none'} {bound})"


def readable(values, count=0, verdict="holds", margin=None):
    """The values of a claim in a form to read. `count` is the number of instances of the claim, of which ssdc shows
    some; those that do not hold come first. `verdict` and `margin` are the claim's: they tell what sides mean that are
    equal as printed."""
    shown = [(label, [COMPARISON.fullmatch(part) for part in parts]) for label, parts in parts_of(short_orders(values))]
    if not all(parts and all(parts) for _, parts in shown):
        return short_orders(values)
    shown = [(label, [Comparison(*part.groups()) for part in parts]) for label, parts in shown]
    first = shown[0][1][0]
    if len(shown) == len(shown[0][1]) == 1 and first.unclear:
        text = first.told() if verdict == "holds" else f"{rounded(first.left)}, not {first.bound()}"
        return f"{text} (by {abs(100 * margin):.1g} %)" if margin else text
    if not shown[0][0] and len(shown) == 1 and len(shown[0][1]) > 1 and (text := alike([("", [one]) for one in shown[0][1]])):
        return text
    if (text := alike(shown)) is None:
        texts = [f"{label}: {told_all(comparisons)}".removeprefix(": ") for label, comparisons in shown]
        text = ("; " if len("; ".join(texts)) <= MOST_IN_A_LINE else "<br>").join(texts)
    return f"{text}; and {count - len(shown)} more" if count > len(shown) else text
