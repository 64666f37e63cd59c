"""What the checks of the sources share: the list of files, and how a check ends."""
import pathlib
import sys


def sources(root, folders, suffixes):
    """Yields (name relative to the root, lines) for each file of these folders, in the order of their names."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes:
                yield path.relative_to(root).as_posix(), path.read_text().splitlines()


def run(findings, fine):
    """Prints the findings below the folder that the command line names, or the text `fine`. Exits with 1 after a
    finding."""
    found = list(findings(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else fine)
    sys.exit(1 if found else 0)
