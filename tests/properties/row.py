"""A row of the table of properties."""
import dataclasses
import typing


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
