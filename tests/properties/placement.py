"""Evenness of placement: equal loads use all channels, dies and planes alike."""
import itertools

from drive import S, S_PAGES, T, every, mixed, r, w
from general import VARIANTS, seeds

# Hu et al. 2013, Table 2, with fewer blocks: 32 dies, 64 planes. A write of 4 KiB is two pages.
HU = """
design H {
  geometry { channels: 4  chips: 4  dies: 2  planes: 2  blocks: 16  pages: 64  page: 2KiB  spare: 64B }
  capacity { overprovision: 25% }
}
"""
ORDERS = {"S1": "chip > die > plane > channel", "S2": "channel > chip > die > plane",
          "S3": "channel > plane > chip > die", "S4": "channel > die > chip > plane",
          "S5": "channel > plane > die > chip", "S6": "channel > die > plane > chip",
          "planes first": "plane > die > chip > channel"}
ALLOCATIONS = {
    "static": "allocation: static {order}",
    "write_order": "allocation: write_order {order}",
    "dynamic": "allocation: dynamic {order}",
    "cost": "allocation: dynamic {{ order: {order}  cost(u): u.busy_for + u.queued * 250us }}",
}
COMMANDS = {
    "plain": "",
    "wise": "multiplane: wise",
    "blind": "multiplane: blind",
    "predicate": "multiplane(w): w.wasted <= 1",
    "cache": "cache: always",
    "no interleave": "interleave: never",
    "chip commands": "interleave: command",
    "wise, chip commands": "multiplane: wise  interleave: command",
    "wise, no interleave": "multiplane: wise  interleave: never",
    "wise, cache": "multiplane: wise  cache: always",
}
# Interval and pages of a request. 2 ms: each write ends long before the next. 20 us: about 60 % of what the drive can
# program. 0: all at once.
LOADS = {"2 ms, 1 page": (2_000_000, 1), "2 ms, 4 KiB": (2_000_000, 2), "2 ms, 16 KiB": (2_000_000, 8),
         "20 us, 4 KiB": (20_000, 2), "at once, 4 KiB": (0, 2)}


def spread(x, level):
    """The least and the greatest number of programs of a part, as shares of the mean."""
    found = x.programs(level, 200_000)
    mean = sum(found) / len(found)
    return min(found) / mean, max(found) / mean, sum(1 for n in found if n)


def even(p, allocation, order, commands, load, margin=0.25):
    """The least used and the most used channel, chip, die and plane differ from the mean by less than `margin`.

    A plane takes 20 pages, so a quarter is five pages: what busy units and the end of the load may cost."""
    step, pages = LOADS[load]
    text = ALLOCATIONS[allocation].format(order=ORDERS[order]) + f"  commands {{ {COMMANDS[commands]} }}"
    load_requests = [w(step * i, i * pages, pages) for i in range(1280 // pages)]
    x = p.run(text, load_requests, base=HU, rows=False)
    name = f"{allocation} {order}, {commands}, {load}"
    chips = sum(x["commands.program.by_planes"])
    for level, parts in (("chips", 16), ("planes", 64)):
        # Overlapping arrays of a chip count once, so chips are compared by the programs of their planes.
        programs = x.programs("planes", 200_000)
        size = 64 // parts
        groups = [sum(programs[i * size:(i + 1) * size]) for i in range(parts)]
        mean = sum(groups) / parts
        p.expect(min(groups) >= mean * (1 - margin) and max(groups) <= mean * (1 + margin),
                 f"{name}: {sum(1 for n in groups if n)} of {parts} {level} used, least {min(groups) / mean:.0%}, "
                 f"most {max(groups) / mean:.0%} of the mean ({chips} commands)")


def no_unit_waits(p):
    """Twice and four times as many writes at once as there are units: no unit is idle while a write waits for one, so
    the last write ends when a channel has moved the data of its share behind its first programs."""
    command, x, program = 175, 2112 * 25, 200_000
    for interleave, units in (("always", 8), ("never", 4)):
        for order in ORDERS if p.deep else ("S1", "S6", "planes first"):
            for share in (units // 2, units):  # of a channel
                text = f"allocation: dynamic {ORDERS[order]}  commands {{ interleave: {interleave} }}"
                ends = p.run(text, [w(0, i) for i in range(4 * share)], base=HU).ends
                p.same(max(ends), share * (command + x) + program, f"{order}, interleave {interleave}, {share} writes a channel: the last end")


def orders_of_levels(p):
    """Which pages of a request form a command follows the order of the levels."""
    base = HU.replace("channels: 4", "channels: 2").replace("chips: 4", "chips: 1")
    for order, pages, single, double in (
            ("channel > die > plane > chip", 2, 2, 0), ("channel > die > plane > chip", 4, 4, 0), ("channel > die > plane > chip", 8, 0, 4),
            ("channel > plane > die > chip", 2, 2, 0), ("channel > plane > die > chip", 4, 0, 2), ("plane > channel > die > chip", 2, 0, 1),
            ("plane > channel > die > chip", 3, 1, 1), ("die > channel > plane > chip", 4, 4, 0), ("die > plane > channel > chip", 2, 2, 0),
            ("plane > die > channel > chip", 4, 0, 2)):
        x = p.run(f"allocation: dynamic {order}  commands {{ multiplane: wise }}", [w(0, 0, pages)], base=base)
        p.same(x["commands.program.by_planes"], [single, double], f"{order}, {pages} pages: programs of one plane and of two")


ONE_PLANE = ("plain", "cache", "no interleave", "chip commands")


def evenness(allocation, keep=lambda order, commands, load: True):
    """The default run takes every seventh case of the chosen ones, but at least six."""
    def check(p):
        orders = ORDERS if p.deep else ("S2", "S6", "planes first")
        cases = [case for case in itertools.product(orders, COMMANDS, LOADS) if keep(*case)]
        for case in cases if p.deep else cases[:: min(7, max(1, len(cases) // 6))]:
            even(p, allocation, *case)
    return check
