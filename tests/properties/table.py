"""One row for each property: its name, the rules that it is about, what must hold (with its margin), its function."""
import dataclasses
import typing

import closed_forms as c
import features as f
import general as g
from drive import S, T


@dataclasses.dataclass
class Row:
    name: str
    about: str
    text: str
    function: typing.Callable
    known: str = ""  # why the property fails today, as tested; such a property must fail

    @property
    def rules(self):
        return self.about.split()


@dataclasses.dataclass
class Wrong:
    """A design with `new` in place of `old` must make the property fail."""
    name: str
    old: str
    new: str
    text: str


ROWS = [
    Row("scaling_of_time", "time.clock time.rounding time.instant", "all times x 10 give all times x 10, exactly", g.scaling_of_time),
    Row("scaling_of_size", "command.transfer", "x2 sizes and rates same", g.scaling_of_size),
    Row("shift_in_time", "time.ready", "the same requests later have the same responses", g.shift_in_time),
    Row("conservation", "map.state", "free pages conserved", g.conservation),
    Row("commands_conserve", "account.busy", "commands are operations", g.commands_conserve),
    Row("determinism", "account.determinism", "the same results in each engine", g.determinism),
    Row("permutation", "drive.numbering", "exchanging names changes nothing", g.permutation),
    Row("independence", "time.independence", "the other channel does not matter", g.independence),
    Row("parts_of_requests", "host.request", "a request ends with its last page", g.parts_of_requests),
    Row("served_in_turn", "time.order", "first come, first served", g.served_in_turn),
    Row("nothing_to_read", "map.read", "no data no time spent", g.nothing_to_read),
    Row("trims", "map.trim", "trims reduce moves of collection", g.trims),
    Row("single_operations", "drive.unit", "x x x x x", c.single_operations),
    Row("rounding", "drive.unit", "x x x x x", c.rounding),
    Row("rounding_of_command", "drive.unit", "x x x x x", c.rounding_of_command),
    Row("moves", "drive.unit", "x x x x x", c.moves),
    Row("bus_bounds", "drive.unit", "x x x x x", c.bus_bounds),
    Row("hu_figures", "drive.unit", "x x x x x", c.hu_figures),
    Row("cache_register", "drive.unit", "x x x x x", c.cache_register),
    Row("suspension", "drive.unit", "x x x x x", c.suspension),
    Row("m_d_1", "drive.unit", "x x x x x", c.m_d_1),
    Row("closed_loop", "drive.unit", "x x x x x", c.closed_loop),
    Row("think_time", "drive.unit", "x x x x x", c.think_time),
    Row("constants_of_the_host", "drive.unit", "x x x x x", c.constants_of_the_host),
    Row("link_bound", "drive.unit", "x x x x x", c.link_bound),
    Row("transferred", "drive.unit", "x x x x x", c.transferred),
    Row("queue_depth", "drive.unit", "x x x x x", c.queue_depth),
    Row("queues_are_fair", "drive.unit", "x x x x x", c.queues_are_fair),
    Row("held_unit", "drive.unit", "x x x x x", c.held_unit),
    Row("erase_together", "drive.unit", "x x x x x", c.erase_together),
    Row("superblock_times", "drive.unit", "x x x x x", c.superblock_times),
    Row("more_units", "drive.geometry", "x x x x x", f.more_units),
    Row("more_planes", "drive.geometry", "x x x x x", f.more_planes),
    Row("more_planes_dynamic", "drive.geometry", "x x x x x", f.more_planes_dynamic),
    Row("faster_parts", "drive.geometry", "x x x x x", f.faster_parts),
    Row("more_spare", "drive.geometry", "x x x x x", f.more_spare),
    Row("more_cache", "drive.geometry", "x x x x x", f.more_cache),
    Row("features_help", "drive.geometry", "x x x x x", f.features_help),
    Row("background", "drive.geometry", "x x x x x", f.background),
    Row("classes_agree", "drive.geometry", "x x x x x", f.classes_agree),
    Row("victims", "drive.geometry", "x x x x x", f.victims),
    Row("sequential_overwrites", "drive.geometry", "x x x x x", f.sequential_overwrites),
    Row("hot_and_cold", "drive.geometry", "x x x x x", f.hot_and_cold),
    Row("later_trigger", "drive.geometry", "x x x x x", f.later_trigger),
    Row("reserve", "drive.geometry", "x x x x x", f.reserve),
    Row("smallest_spare", "drive.geometry", "x x x x x", f.smallest_spare),
    Row("ratio_is_count", "drive.geometry", "x x x x x", f.ratio_is_count),
    Row("alone_as_whole", "drive.geometry", "x x x x x", f.alone_as_whole),
    Row("levelled", "drive.geometry", "x x x x x", f.levelled),
    Row("life", "drive.geometry", "x x x x x", f.life),
    Row("superblock_is_block", "drive.geometry", "x x x x x", f.superblock_is_block),
    Row("slots", "drive.geometry", "x x x x x", f.slots),
    Row("replicas", "drive.geometry", "x x x x x", f.replicas),
    Row("buffered", "drive.geometry", "x x x x x", f.buffered),
    Row("read_ahead", "drive.geometry", "x x x x x", f.read_ahead),
    Row("controller_data", "drive.geometry", "x x x x x", f.controller_data),
    Row("sectors", "drive.geometry", "x x x x x", f.sectors),
    Row("filled", "drive.geometry", "x x x x x", f.filled),
    Row("preloaded", "drive.geometry", "x x x x x", f.preloaded),
    Row("run_in_two", "drive.geometry", "x x x x x", f.run_in_two),
    Row("energy", "drive.geometry", "x x x x x", f.energy),
    Row("percentiles", "drive.geometry", "x x x x x", f.percentiles),
    Row("amplification_counts", "drive.geometry", "x x x x x", f.amplification_counts),
    Row("page_kinds", "drive.geometry", "x x x x x", f.page_kinds),
    Row("worn_latency", "drive.geometry", "x x x x x", f.worn_latency),
    Row("costs", "drive.geometry", "x x x x x", f.costs),
    Row("policy_forms", "drive.geometry", "x x x x x", f.policy_forms),
    Row("faults_stop", "drive.geometry", "x x x x x", f.faults_stop),
    Row("constants", "drive.geometry", "x x x x x", f.constants),
    Row("parallelism", "drive.geometry", "x x x x x", f.parallelism),
    Row("ordered_writes", "drive.geometry", "x x x x x", f.ordered_writes),
    Row("devices", "drive.geometry", "x x x x x", f.devices),
]
WITHOUT = {}
NOT_YET = []
WRONG = []
