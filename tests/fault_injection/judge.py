"""Whether a call that met a fault did what it must: its exit code, its output, and the files that it left."""
import json
import re

COMPLETE, OF_SURROUNDINGS = 0, 1
JOURNAL, CACHE = "journal", "cache/"
WITHOUT_PICTURE = b"warning[W0603]"  # of a design, in the page of an experiment
NOTHING_TOLD = b"error[E0506]: `ssdc` ran out of memory"  # not even a diagnostic, so no warnings either
RUNS_FAILED = b"error[E0610]"  # some runs of an experiment


def timeless(output):
    """An output, or what a file holds, without the times of the host."""
    try:
        whole = json.loads(output)
    except ValueError:
        return re.sub(rb"(?m)^simulated .*$", b"simulated", output)
    if isinstance(whole, dict):
        whole.pop("host", None)
    return json.dumps(whole).encode()


def shape(picture):
    """A picture without its measures. If the libraries under Graphviz cannot read a font, or lack the memory for it,
    they take another one, and do not tell."""
    return re.sub(rb"-?\d+(\.\d+)?", b"0", picture)


def without_pictures(page):
    return re.sub(rb"(?s)\s*<svg.*?</svg>\s*", b"", page)


def is_whole(name, content):
    """Whether a file ends as its kind does."""
    ends = {".svg": b"</svg>\n", ".html": b"</html>\n", ".csv": b"\n", ".json": b"}\n", "/journal": b"\n"}
    return any(name.endswith(suffix) and content.endswith(end) for suffix, end in ends.items())


def entries(journal):
    """The whole lines of a journal, without checksums and times. The line at which a process was stopped is dropped by
    the next call, which also repeats runs that failed."""
    lines = journal[:journal.rfind(b"\n") + 1].splitlines()
    return {re.sub(rb"^\S+ (\S+ \S+) \S+", rb"\1", line) for line in lines if not re.match(rb"\S+ \S+ failed ", line)}


def files_in(folder):
    """The contents of the files below the folder, by their relative paths."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def is_same(name, one, other):
    if one is None or other is None or one == other:
        return one == other
    if name.rpartition("/")[2] == JOURNAL:
        return entries(one) == entries(other)
    if name.endswith((".svg", ".html")):
        return shape(one) == shape(other)
    return timeless(one) == timeless(other)


def is_between(name, found, before, after):
    """Whether the journal has what was there before, and of what is added only what belongs there."""
    is_journal = name.rpartition("/")[2] == JOURNAL and None not in (found, after)
    return is_journal and entries(before or b"") <= entries(found) <= entries(after)


def wrong_files(found, before, after, is_done):
    """What is wrong with the files. A finished call has made all of them, except those of the cache."""
    for name in sorted({*found, *before, *after}):
        have, old, new = found.get(name), before.get(name), after.get(name)
        if is_same(name, have, new):
            continue
        must_be_new = is_done and not name.startswith(CACHE)
        if not must_be_new and (is_same(name, have, old) or is_between(name, have, old, new)):
            continue
        yield f"{name} is " + ("missing" if have is None else "left over" if (old, new) == (None, None) else "neither the old file nor the new one")


def wrong_exit(code, reference):
    """`code` is None if the call did not end."""
    if code is None:
        return "hangs"
    if code < 0:
        return f"ended by signal {-code}"
    return None if code in (reference, OF_SURROUNDINGS) else f"exit code {code}"


def errors_of(done):
    """The codes of the errors that a call reports, as text or as JSON."""
    return set(re.findall(rb'(?m)^error\[(E\d+)\]|"code": ?"(E\d+)"', done.stderr + done.stdout))


def complaints(done, found, before, reference, after):
    """What is wrong with the call: `done` is its result, `found` are its files; `reference` and `after` are those of a
    call without faults, `before` the files from which both started."""
    wrong = wrong_exit(done.returncode, reference.returncode)
    if wrong:
        yield wrong
    told = errors_of(done) - errors_of(reference)
    is_done = done.returncode == reference.returncode and not told
    if is_done and not is_same("output.svg" if done.stdout.startswith(b"<?xml") else "output", done.stdout, reference.stdout):
        yield "its output is not complete, and its exit code says it is"
    if done.returncode == COMPLETE and told:
        yield "it reports an error, and its exit code is 0"
    if done.returncode == OF_SURROUNDINGS and not is_done and not told:
        yield "no diagnostic says why it failed"
    if WITHOUT_PICTURE in done.stderr or NOTHING_TOLD in done.stderr:
        found, before, after = ({name: without_pictures(content) if name.endswith(".html") else content for name, content in files.items()}
                                for files in (found, before, after))
    if RUNS_FAILED in done.stderr:
        found = {name: after[name] if name in after and is_whole(name, content) else content for name, content in found.items()}
    yield from wrong_files(found, before, after, is_done)
