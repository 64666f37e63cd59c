#!/usr/bin/env python3
"""Writes ssdc/_metrics.py, the classes behind `result.read.p99`, from the list that `ssdc explain metrics` prints. The
build of the package calls it: metric_names.py PROGRAM OUTPUT."""
import pathlib
import re
import subprocess
import sys

HEAD = '''"""The metrics of a result as attributes. Made from `ssdc explain metrics` when the package is built."""
from ssdc._quantity import Group, Metric, Sub
'''


def listed(program):
    """Of each metric its names, its unit and its meaning. A column begins below its title."""
    lines = iter(subprocess.run([program, "explain", "metrics"], capture_output=True, text=True, check=True).stdout.splitlines())
    title = next(line for line in lines if line.startswith("name "))
    begins = [title.index(word) for word in ("name", "unit", "meaning", "key")]
    for line in lines:
        if not line.strip():
            return
        names, unit, meaning = (line[begin:end].strip() for begin, end in zip(begins, begins[1:]))
        yield names.split(", "), unit.rpartition(", ")[2], meaning


def class_name(group):
    return "".join(word.capitalize() for word in re.split(r"[._]", group)) or "Metrics"


def tree(metrics):
    """Group -> its attributes as attribute -> text of its value. A metric that is named like a group is its `total`."""
    groups, own = {"": {}}, {}
    for names, unit, meaning in metrics:
        for name in names:
            parts = name.split(".")
            for depth in range(1, len(parts)):
                group, parent = ".".join(parts[:depth]), ".".join(parts[:depth - 1])
                groups.setdefault(group, {})
                groups[parent][parts[depth - 1]] = f"Sub({class_name(group)})"
            own[name] = f"Metric({names[0]!r}, {unit!r}, {meaning!r})"
    for name, text in own.items():
        group, _, last = name.rpartition(".")
        group, last = (name, "total") if name in groups else (group, last)
        groups[group].setdefault(last, text)
    return groups


def text_of(groups, metrics):
    text = HEAD
    text += "\n# Every name of a metric, and the first name of the same metric.\nNAMES: dict[str, str] = {\n"
    text += "".join(f"    {name!r}: {names[0]!r},\n" for names, _, _ in metrics for name in names) + "}\n"
    for group in sorted(groups, key=lambda group: (-group.count(".") - bool(group), group)):
        text += f"\n\nclass {class_name(group)}(Group):\n"
        text += f'    """{"The metrics `" + group + ".…`" if group else "All metrics"} of a result."""\n\n'
        for attribute, value in groups[group].items():
            text += f"    {attribute} = {value}\n"
    return text


def main():
    program, output = sys.argv[1:]
    metrics = list(listed(program))
    pathlib.Path(output).write_text(text_of(tree(metrics), metrics))


main()
