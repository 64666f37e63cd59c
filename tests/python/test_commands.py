"""docs/reference/python.md: its table has every command and option of the program, and every name of the package that
it mentions exists."""
import inspect
import re
import subprocess
import unittest

import drives
import ssdc

PAGE = (drives.ROOT / "docs/reference/python.md").read_text()
FEWEST = 70  # rows


def rows(heading):
    """The cells of the table below a heading."""
    _, _, rest = PAGE.partition(f"\n## {heading}\n")
    lines = [line for line in rest.partition("\n## ")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def help_of(*command):
    return subprocess.run([drives.PROGRAM, *command, "--help"], capture_output=True, text=True, check=True).stdout


def commands(*above):
    """All commands that have no subcommands, as words."""
    below = re.findall(r"^  (\w+)  ", help_of(*above).partition("\nSubcommands:\n")[2], re.M)
    return [command for name in below for command in commands(*above, name)] if below else [above]


def options(command):
    """The longest name of each option."""
    found = re.findall(r"^  (?:-\w,)?(--[a-z-]+|-[A-Z])\b", help_of(*command), re.M)
    return set(found)


class Commands(unittest.TestCase):
    def test_every_command_and_option_has_a_row(self):
        everywhere = {option.strip("`") for option, _ in rows("In every command")}
        told = {}
        for command, option, _ in rows("Commands"):
            told.setdefault(command.strip("`"), []).append(option.strip("`"))
        self.assertGreaterEqual(sum(map(len, told.values())), FEWEST)
        known = {" ".join(command): options(command) for command in commands()}
        self.assertEqual(sorted(told), sorted(known))
        for name, those in known.items():
            self.assertIn("--help", those)
            with self.subTest(command=name):
                if told[name] == ["all"]:
                    continue
                self.assertEqual(sorted(told[name]), sorted([*(those - everywhere), ""]))
        self.assertEqual(everywhere - set().union(*known.values()), set())

    def test_what_a_row_names_exists(self):
        for row in [*rows("In every command"), *rows("Commands")]:
            text = row[-1]
            names = re.findall(r"`(\w+)\.(\w+)(?:\((\w+)\))?`", text)
            with self.subTest(row=row):
                self.assertTrue(names or text.startswith("no: "), "it names nothing of the package, and gives no reason")
                for owner, name, parameter in names:
                    where = ssdc if owner == "ssdc" else getattr(ssdc, owner)
                    self.assertTrue(hasattr(where, name) or name in where.__annotations__, name)
                    if parameter:
                        found = getattr(where, name)
                        self.assertIn(parameter, inspect.signature(found).parameters)
