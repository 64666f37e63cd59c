#!/usr/bin/env python3
"""Puts the licences of other projects into a package: of all that a build compiled in or linked statically, as its own
records say (ninja), and of the shared libraries that a wheel holds.

  licences.py folder FOLDER BUILD… LIBRARY…
                                     for the Debian package, which has copies of these libraries: writes them into the folder
  licences.py wheel WHEEL BUILD…     adds them to the wheel, for its libraries, too

They come from Debian's packages (/usr/share/doc/PACKAGE/copyright) or from those of PyPI. `CONTENTS` beside them says which
file came from which version of which package."""
import base64
import csv
import hashlib
import io
import pathlib
import re
import subprocess
import sys
import typing
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Headers and run-time parts of the compiler and of Python: their licences allow any use of what is compiled with them.
OF_THE_COMPILER = re.compile(r"libstdc\+\+-\d+-dev|libc6-dev|linux-libc-dev|libgcc-\d+-dev|libclang-(common|rt)-\d+-dev")
OF_PYTHON = re.compile(r"/include/([\w-]+/)?python3\.\d+/")
# auditwheel adds a digest to the name of a library, tools/package.sh a word to two of them.
ADDED = re.compile(r"(-ssdc)?-[0-9a-f]{8}(?=\.)|-ssdc(?=\.so)")


def said(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def compiled_in(build):
    """The headers and static libraries from elsewhere that are part of this build."""
    depends = re.findall(r"^    (.*)$", said("ninja", "-C", build, "-t", "deps"), re.M)
    links = (line for line in said("ninja", "-C", build, "-t", "commands").splitlines() if is_made(build, line))
    archives = (name for line in links for name in re.findall(r"(?<=\s)(/\S+\.a)(?=\s|$)", line))
    return sorted(path for path in {(build / name).resolve() for name in (*depends, *archives)}
                  if not OF_PYTHON.search(str(path)) and (of_pypi(path) or not path.is_relative_to(ROOT)))


def is_made(build, command):
    """Whether what this command makes is there; a build makes only a part of its targets."""
    made = re.search(r" -o (\S+)", command)
    return made is not None and (build / made[1]).exists()


def of_pypi(path):
    return "site-packages" in path.parts


def library_of_system(name):
    """The library of Debian that a wheel holds under this name."""
    original = ADDED.sub("", name)
    folder = pathlib.Path(said("pkg-config", "--variable=libdir", "libgvc").strip())
    for path in (folder / original, folder / "graphviz" / original):
        if path.exists():
            return path.resolve()
    raise SystemExit(f"licences: {name}: no library {original} in {folder}")


class Owner(typing.NamedTuple):
    """Who made a file: a package of Debian, or one of PyPI; its version and its licences."""
    name: str
    version: str
    texts: list


def owner_in_debian(package):
    text = pathlib.Path("/usr/share/doc", package, "copyright")
    if not text.is_file():
        raise SystemExit(f"licences: {package} has no {text}: `apt-get install --reinstall {package}` brings it")
    return Owner(package, said("dpkg-query", "-W", "-f=${Version}", package), [text])


def owner_in_pypi(site, project):
    info, = site.glob(f"{project}-*.dist-info")
    texts = sorted({*info.rglob("LICENSE*"), *(site / project).rglob("LICENSE*")})
    if not texts:
        raise SystemExit(f"licences: {project} of PyPI has no file LICENSE in {site}")
    return Owner(project, info.name.removesuffix(".dist-info").rpartition("-")[2], texts)


def packages_of_debian(paths):
    """The package of each file. Debian lists some files of /usr/lib as files of /lib."""
    names = [name for path in paths for name in (str(path), str(path).removeprefix("/usr"))]
    done = subprocess.run(["dpkg-query", "-S", *names], capture_output=True, text=True)
    owners = {}
    for line in done.stdout.splitlines():
        packages, _, name = line.partition(": ")
        owners[name] = packages.split(", ")[0].partition(":")[0]
    for path in paths:
        package = owners.get(str(path)) or owners.get(str(path).removeprefix("/usr"))
        if package is None:
            raise SystemExit(f"licences: {path} is part of the build, and no package of Debian or PyPI has it")
        yield path, package


def owners_of(files):
    """{name: Owner} of {name: path}, without those of the compiler."""
    sources = {name: path.parts.index("site-packages") + 1 for name, path in files.items() if of_pypi(path)}
    owners = {name: owner_in_pypi(pathlib.Path(*files[name].parts[:at]), files[name].parts[at]) for name, at in sources.items()}
    packages = dict(packages_of_debian([path for name, path in files.items() if name not in sources]))
    known = {package: owner_in_debian(package) for package in set(packages.values()) if not OF_THE_COMPILER.fullmatch(package)}
    owners.update((name, known[packages[path]]) for name, path in files.items() if packages.get(path) in known)
    return owners


def texts_of(owners):
    """{name in the folder of licences: bytes}, with CONTENTS."""
    texts, contents = {}, {}
    for name, owner in owners.items():
        contents.setdefault(f"{owner.name} {owner.version}", set()).add("compiled in" if name.startswith("/") else name)
        for number, text in enumerate(owner.texts):
            texts[f"{owner.name}/{text.name}{f'-{number}' if number else ''}"] = text.read_bytes()
    lines = [f"{owner}: {', '.join(sorted(names))}" for owner, names in sorted(contents.items())]
    return {**texts, "CONTENTS": ("\n".join(lines) + "\n").encode()}


def of_builds(builds):
    return owners_of({str(path): path for build in builds for path in compiled_in(build)})


def into_folder(folder, parts):
    builds = [part for part in parts if part.is_dir()]
    copied = {part.name: part.resolve() for part in parts if part not in builds}
    for name, text in texts_of({**of_builds(builds), **owners_of(copied)}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text)


def row_of(name, data):
    """The row of a file in a wheel's RECORD."""
    return [name, "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode(), str(len(data))]


def into_wheel(wheel, builds):
    with zipfile.ZipFile(wheel) as old:
        files = {item.filename: (item, old.read(item)) for item in old.infolist()}
    record, = (name for name in files if name.endswith(".dist-info/RECORD"))
    libraries = {name: library_of_system(pathlib.PurePath(name).name) for name in files if re.search(r"\.libs/.", name)}
    rows = list(csv.reader(io.StringIO(files.pop(record)[1].decode())))
    added = {f"{pathlib.PurePath(record).parent}/licenses/{name}": text
             for name, text in texts_of({**of_builds(builds), **owners_of(libraries)}).items()}
    rows[-1:-1] = [row_of(name, text) for name, text in added.items()]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    made = wheel.with_suffix(".new")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for item, data in files.values():
            new.writestr(item, data, compresslevel=9)
        for name, data in [*added.items(), (record, text.getvalue().encode())]:
            new.writestr(name, data)
    made.replace(wheel)


def main():
    kind, target, *parts = sys.argv[1:]
    {"folder": into_folder, "wheel": into_wheel}[kind](pathlib.Path(target), [pathlib.Path(part).absolute() for part in parts])


if __name__ == "__main__":
    main()
