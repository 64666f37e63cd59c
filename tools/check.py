"""What the checks of the sources share: the files they look at, and how they end."""
import pathlib
import sys


def sources(root, folders, suffixes):
    """(name below the root, lines) of each file of these folders, in the order of their names."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in suffixes:
                yield path.relative_to(root).as_posix(), path.read_text().splitlines()


def run(findings, fine):
    """Prints what is found below the folder of the command line, or that all is fine."""
    found = list(findings(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) if found else fine)
    sys.exit(1 if found else 0)
