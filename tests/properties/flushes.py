"""What goes from the DRAM buffer to flash before a slot is needed."""
import random

from drive import PROGRAM, S, T, mixed, r, trim, w
from general import seeds

SLOTS = 16
LATENCY = 5_000
PLACEMENTS = ("", "allocation: dynamic channel > die > plane > chip  ", "allocation: write_order channel > chip > die > plane  ")


def buffer(flush, slots=SLOTS, more=""):
    return f"buffer {{ size: {2 * slots}KiB  latency: 5us  {flush}  {more} }}"


def paced_writes(p):
    """At depth 1, writes that come more slowly than flash takes them up (also with an erase for every four) are
    complete after the buffer's latency for ever; without flushes they wait for programs once the slots are full."""
    load = "requests: 2000  write: 100%  size: 2KiB  address: sequential over 8KiB  closed: 1  interval: 600us"
    x = p.run(buffer("flush: eager"), load, base=T)
    p.expect(x["gc.collections"] > 100, "too few collections for a test")
    p.same(set(x.responses), {LATENCY}, "response times with `eager`")
    x = p.run(buffer("flush: full", slots=2), load, base=T)
    p.expect(max(x.responses) >= PROGRAM, "no write waits for a program with `full`")
    p.same(x["buffer.flushes"], 0, "flushes with `full`")
    for text in ("flush: idle", "flush: above 25%", "flush(f): f.whole > 1"):
        p.same(set(p.run(buffer(text), load, base=T).responses), {LATENCY}, f"response times with `{text}`")


def flush_words(p):
    """Words and conditions of equal meaning give equal runs."""
    equal = (("flush: full", "flush(f): f.dirty > 16"), ("flush: full", "flush: above 100%"),
             ("flush: above 0%", "flush(f): f.dirty > 0"), ("flush: above 50%", "flush(f): f.dirty * 2 > f.slots"),
             ("flush: above 30%", "flush(f): f.dirty > 4"), ("flush: idle", "flush(f): f.idle"),
             ("flush: eager", "flush: eager  policy: lru"))
    for seed in seeds(p, 1, 4):
        load = mixed(seed, count=600, mean=40_000, pages=60)
        for place in PLACEMENTS:
            for one, other in equal:
                more = "readahead { trigger: 2  pages: 4 }" if seed % 2 else ""
                a, b = (p.run(place + buffer(text, more=more), load) for text in (one, other))
                p.equal(a, b, f"`{place}`, seed {seed}: `{one}` and `{other}`")
    # With pages written wholly, and few slots, partial pages play no part.
    load = mixed(5, count=500, pages=60, kinds="rww", whole=True)
    p.equal(p.run(buffer("flush: eager"), load), p.run(buffer("flush: above 0%"), load), "`eager` and `above 0%`, whole pages")


def no_later(p):
    """Whole-page writes of distinct pages, and nothing else: none is complete later with `eager` than with `full`."""
    for seed in seeds(p, 3, 12):
        draw = random.Random(seed)
        pages = draw.sample(range(400), 300)
        for mean in (20_000, 60_000, 200_000):
            at, load = 0, []
            for page in pages:
                load.append(w(at, page))
                at += int(draw.expovariate(1 / mean)) // 10 * 10
            for slots in (2, 8, 32):
                a, b = (p.run("start { state: erased }  " + buffer(f"flush: {flush}", slots), load) for flush in ("eager", "full"))
                late = [i for i, (x, y) in enumerate(zip(a.ends, b.ends)) if x > y]
                p.expect(not late, f"seed {seed}, {mean} ns, {slots} slots: writes {late[:5]} are later with `eager`")


def left_dirty(p):
    """After distinct pages were written, those that were not programmed are as many as `flush` lets be dirty, or
    fewer; every program is that of a flush or of an eviction."""
    for flush, whole, partial in (("flush: eager", 0, SLOTS // 2), ("flush: idle", 0, 0), ("flush: above 0%", 0, 0),
                                  ("flush: above 30%", 4, 4), ("flush: above 75%", 12, 12), ("flush(f): f.dirty > 3", 3, 3),
                                  ("flush(f): f.whole > 2", 2, SLOTS), ("flush: full", SLOTS, SLOTS)):
        for place in PLACEMENTS:
            for sectors, most in ((4, whole), (3, partial)):
                load = [("w", 50_000 * i, 4 * page, sectors) for i, page in enumerate(random.Random(3).sample(range(400), 200))]
                x = p.run("start { state: erased }  " + place + buffer(flush), load)
                programs = x["flash.host_programs"]
                p.expect(200 - most <= programs <= 200, f"`{place}{flush}`, {sectors} sectors: {200 - programs} pages left dirty, {most} may be")
                p.same(x["buffer.flushes"] + x["buffer.evictions"], programs, f"`{place}{flush}`: flushes and evictions")


def flushed_once(p):
    """Without merges a page is programmed once, whenever that is; what was flushed still serves reads; a trim of what
    is being flushed leaves no data."""
    pages = random.Random(2).sample(range(400), 12)
    load = [w(1_000_000 * i, page) for i, page in enumerate(pages)]
    for flush in ("flush: eager", "flush: idle", "flush: above 0%"):
        x = p.run(buffer(flush), load + [r(20_000_000 + 1000 * i, page) for i, page in enumerate(pages)])
        p.same((x["flash.host_programs"], x["flash.host_reads"]), (12, 0), f"`{flush}`: programs, reads of flash")
        for at in (0, 1_000, 100_000, 330_000):
            y = p.run("start { state: erased }  host { read_unwritten: none }  " + buffer(flush),
                      [w(0, 7), trim(LATENCY + at, 7), r(5_000_000, 7)])
            p.same((y.responses[2], y["flash.host_reads"]), (0, 0), f"`{flush}`: a read after a trim {at} ns after the write")
