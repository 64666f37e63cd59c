"""Whole requests in order where they meet in a channel (`reorder: requests`)."""
from drive import COMMAND, PAGE, PROGRAM, READ, T, mixed
from general import seeds
from row import Row

REQUESTS = "schedule { reorder: requests }"
CHANNELS = 4
# Four channels of four chips each; a page's channel is its number modulo 4.
WIDE = T.replace("channels: 1  chips: 1", f"channels: {CHANNELS}  chips: 4").replace("static plane > chip > channel > die", "static channel > chip > plane > die") \
        .replace("logical: 16KiB", "logical: 256KiB")
PAGES = 128


def alone_in_the_drive(p):
    """A drive that has one request at a time serves it as with `any`."""
    for commands in ("", "commands { multiplane: wise  copyback: wise }", "commands { cache: always }"):
        for seed in seeds(p, 1, 4):
            text, load = f"host {{ queue: 1 }}  {commands}", mixed(seed)
            p.equal(p.run(f"{text}  {REQUESTS}", load), p.run(text, load), f"queue 1, `{commands}`, seed {seed}")


def apart(p):
    """Requests that share no channel with another one in the drive are served as with `any`: each channel gets a page
    only when it has ended the one before."""
    step = COMMAND + PAGE + PROGRAM
    for seed in seeds(p, 2, 6):
        draw = mixed(seed, count=200, pages=PAGES, kinds="rw", whole=True, most=1)
        load = [(op, i // CHANNELS * step, (s // 4 // CHANNELS * CHANNELS + i % CHANNELS) * 4, n) for i, (op, _, s, n) in enumerate(draw)]
        p.equal(p.run(REQUESTS, load, base=WIDE), p.run("", load, base=WIDE), f"seed {seed}")


def one_a_channel(p):
    """Of two requests that meet in a channel the later one begins when the earlier one has ended: it ends a whole
    service later. Without multi-plane commands, and with pages that are used once."""
    service = {"r": COMMAND + READ + PAGE, "w": COMMAND + PAGE + PROGRAM}
    for seed in seeds(p, 3, 10):
        # Whole requests of 1 to 3 pages; each page belongs to one request.
        load, page = [], 0
        for op, at, _, n in mixed(seed, count=60, mean=40_000, kinds="rw", whole=True):
            if page + n // 4 <= PAGES:
                load.append((op, at, page * 4, n))
            page += n // 4
        ends = p.run(REQUESTS, load, base=WIDE).ends
        channels = [{(s // 4 + i) % CHANNELS for i in range(n // 4)} for _, _, s, n in load]
        for j, (op, *_) in enumerate(load):
            soonest = max((ends[i] for i in range(j) if channels[i] & channels[j]), default=0) + service[op]
            p.expect(ends[j] >= soonest, f"seed {seed}: request {j} ends at {ends[j]}, before {soonest}")


def joined(p):
    """Writes of the planes of a die share a command though only the first of them may begin."""
    for planes in (2, 4):
        base = T.replace("planes: 1", f"planes: {planes}")
        for rounds in (1, 3):
            load = [("w", 0, i * 4, 4) for i in range(rounds * planes)]
            x = p.run(f"{REQUESTS}  commands {{ multiplane: wise }}  nand {{ dummy_busy: 0ns }}", load, base=base.replace("logical: 16KiB", "logical: 32KiB"))
            p.same(max(x.ends), rounds * (planes * (COMMAND + PAGE) + PROGRAM), f"{planes} planes, {rounds} rounds")


ROWS = [
    Row("requests_alone", "unit.reorder_requests host.queues",
        "With one request at a time in the drive `reorder: requests` equals `any`, bit for bit.",
        alone_in_the_drive),
    Row("requests_apart", "unit.reorder_requests",
        "Requests that share no channel with another one in the drive are served with `reorder: requests` as with `any`, bit for bit.",
        apart),
    Row("requests_in_order", "unit.reorder_requests",
        "With `reorder: requests` of two requests that meet in a channel the later one ends a whole service after the earlier one, or later.",
        one_a_channel),
    Row("requests_joined", "unit.reorder_requests command.combine",
        "With `reorder: requests` writes of the planes of a die share commands, to the closed form.",
        joined),
]
