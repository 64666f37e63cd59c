"""Programs of flushes that wait for partners (buffer.gather)."""
from drive import S, flush, mixed, w
from general import seeds
from host_flushes import POLICIES, buffer
from row import Row

PLACEMENT = "allocation: dynamic plane > channel > die > chip  commands { multiplane: wise }  "
ONE = 200 + 21_120 + 300_000  # a program of S


def no_wait(p):
    """`for: 0ns` equals the absence of the key, bit for bit, and so does any gathering with `full`."""
    for seed in seeds(p, 2, 6):
        load = mixed(seed)
        for scope in ("die", "device"):
            for text in POLICIES:
                x, y = (p.run(PLACEMENT + buffer(text + more), load) for more in (f"  gather {{ scope: {scope}  for: 0ns }}", ""))
                p.equal(x, y, f"{scope}, {text}, seed {seed}")
            x, y = (p.run(PLACEMENT + buffer("flush: full" + more), load) for more in (f"  gather {{ scope: {scope}  for: 1ms }}", ""))
            p.equal(x, y, f"{scope}, full, seed {seed}")


def data_without_partners(p):
    """In an idle drive a page that finds no partner is programmed `for` after it came, and one with its partners at once."""
    for time in (50_000, 700_000):
        text = PLACEMENT + buffer(f"gather {{ scope: die  for: {time}ns }}")
        x = p.run(text, [w(i * 5_000_000, i) for i in range(6)])
        p.same(x["clock_ns"], 25_000_000 + time + ONE, f"{time} ns, alone")
        p.same((x["commands.program.plain"], x["commands.program.multiplane"]), (6, 0), f"{time} ns, alone")
        y = p.run(text, [w(i // 2 * 5_000_000, i) for i in range(6)])
        p.same(y["clock_ns"], 10_000_000 + ONE + 200 + 21_120, f"{time} ns, in pairs")
        p.same((y["commands.program.plain"], y["commands.program.multiplane"]), (0, 3), f"{time} ns, in pairs")


def fewer_commands(p):
    """Where writes come one by one to an erased drive, as many pages are programmed by fewer commands; the host hardly
    notices."""
    for seed in seeds(p, 2, 6):
        load = f"requests: 400  write: 100%  size: 2KiB  address: sequential  interval: exponential(150us)  seed: {seed}"
        text = PLACEMENT + "start { state: erased }  "
        x, y = (p.run(text + buffer(more, 64), load, rows=False) for more in ("gather { scope: die  for: 1ms }", ""))
        commands = [sum(z["commands.program"][kind] for kind in ("plain", "interleaved", "multiplane", "both")) for z in (x, y)]
        p.expect(commands[0] < 0.75 * commands[1], f"seed {seed}: {commands} commands with and without")
        p.expect(x["write"]["p99_ns"] <= y["write"]["p99_ns"] * 1.1, f"seed {seed}: {x['write']['p99_ns']}, without {y['write']['p99_ns']}")


def flushes_do_not_wait(p):
    """A flush of the host takes as long as without the key, if nothing else is in the drive."""
    for n in (1, 3):
        load = [*(w(0, i) for i in range(n)), flush(0)]
        x, y = (p.run(PLACEMENT + buffer("flush: idle" + more, 32), load) for more in ("  gather { scope: device  for: 50ms }", ""))
        p.same(x.rows[n]["completion_ns"], y.rows[n]["completion_ns"], f"{n} pages")


ROWS = [
    Row("no_wait", "buffer.gather",
        "Where nothing waits, or nothing is flushed, gathering changes nothing.",
        no_wait),
    Row("data_without_partners", "buffer.gather",
        "A page without partners takes its closed form, and one with partners is not kept.",
        data_without_partners),
    Row("fewer_commands", "buffer.gather",
        "Gathering programs as many pages with fewer commands.",
        fewer_commands),
    Row("flushes_do_not_wait", "buffer.gather host.flush",
        "Flushes of the host wait for no partners.",
        flushes_do_not_wait),
]
