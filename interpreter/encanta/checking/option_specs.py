"""Options as they are declared: their kind, bounds, default and readings."""

from __future__ import annotations

import re
from collections.abc import Mapping as Map
from dataclasses import dataclass, field

from encanta.checking import structure_codes as codes
from encanta.checking.branches import branch_of, is_table, table_value
from encanta.checking.flags import FLAGS, misspelt_flag
from encanta.checking.model import OptionDecl
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Mapping, Node, Scalar
from encanta.text.spans import Span

_RANGE = re.compile(r"(?:integer\s+)?(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})?")
_INTEGER = re.compile(r"[-+]?\d{1,18}")
OPERATIONS = ("set", "replace", "add", "remove")


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One way to read a rule. `changes`: operation and tree of each patch that it carries."""

    name: str
    about: str
    span: Span
    changes: tuple[tuple[str, Mapping], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A declared option. Numbers lie between `low` and `high` (None: no bound); `default` may be a table."""

    name: str
    kind: str
    about: str
    span: Span
    default: Node
    low: int | None = None
    high: int | None = None
    readings: Map[str, Reading] = field(default_factory=dict)
    source: str = ""

    @property
    def members(self) -> tuple[str, ...]:
        """The names of the readings of a choice; empty for numbers and flags."""
        return tuple(self.readings) if self.kind == "choice" else ()

    @property
    def decl(self) -> OptionDecl:
        """What later phases need to know of it."""
        return OptionDecl(self.name, self.kind, self.members, self.about, self.span)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that may be set: readings, or `no` and `yes`; empty for numbers."""
        return ("no", "yes") if self.kind == "flag" else self.members

    def default_for(self, players: int) -> int:
        """The value that holds unless it is set; the least that is allowed where the default is wrong."""
        node = table_value(self.default, players) if isinstance(self.default, Mapping) else self.default
        value = self.read(node.text) if isinstance(node, Scalar) else None
        return (self.low or 0) if not isinstance(value, int) else value

    def read(self, text: str) -> int | str:
        """The integer for a text, or why the option cannot have it."""
        if self.kind == "integer":
            return self._number(text)
        words = self.words
        if text in words:
            return words.index(text)
        return (
            f"`{text}` is no reading of `{self.name}`" if self.kind == "choice" else f"`{self.name}` is `yes` or `no`"
        )

    def _number(self, text: str) -> int | str:
        if not _INTEGER.fullmatch(text):
            return f"`{self.name}` is a number, and `{text}` is none"
        number = int(text)
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            return f"`{self.name}` is {self.bounds}, not {number}"
        return number

    @property
    def bounds(self) -> str:
        """The numbers it may be, in words."""
        if self.low is not None and self.high is not None:
            return f"between {self.low} and {self.high}"
        if self.low is not None:
            return f"at least {self.low}"
        return "any number" if self.high is None else f"at most {self.high}"

    def word(self, value: int) -> str:
        """How a value is written."""
        words = self.words
        return words[value] if words and 0 <= value < len(words) else str(value)


def read_options(section: Node | None) -> tuple[dict[str, Option], list[Diagnostic]]:
    """The options of a rulebook by name. What the structure check reports already is passed over in silence."""
    found: list[Diagnostic] = []
    options: dict[str, Option] = {}
    for entry in section if isinstance(section, Mapping) else ():
        if isinstance(entry.value, Mapping) and entry.key.text not in options:
            option = _option(entry.key, entry.value, found)
            if option is not None:
                options[entry.key.text] = option
    return options, found


def _option(key: Scalar, node: Mapping, found: list[Diagnostic]) -> Option | None:
    default, type_, readings = node.get("default"), node.get("type"), node.get("readings")
    if default is None:
        return None
    if type_ is not None and readings is not None:
        found.append(_two_forms(key, node))
        # Of the two forms, the number stands, so that nothing else is complained about.
        readings = None
    low, high, kind = None, None, "integer"
    if isinstance(readings, Mapping):
        kind = "flag" if set(readings.keys()) <= set(FLAGS) else "choice"
    elif isinstance(type_, Scalar):
        kind, low, high = _typed(key, type_, found)
    elif _first_text(default) in FLAGS:
        kind = "flag"
    elif not _INTEGER.fullmatch(_first_text(default)):
        found.append(_no_form(key, default))
        return None
    about = _text(node.get("about"))
    option = Option(key.text, kind, about, key.span, default, low, high, _readings(readings), _text(node.get("source")))
    found.extend(_wrong_default(option))
    return option


def _typed(key: Scalar, type_: Scalar, found: list[Diagnostic]) -> tuple[str, int | None, int | None]:
    text = type_.text.strip()
    bounds = _RANGE.fullmatch(text)
    if bounds is not None:
        high = int(bounds.group(2)) if bounds.group(2) else None
        return "integer", int(bounds.group(1)), high
    if text not in ("integer", "flag"):
        found.append(
            error(
                codes.OPTION_FORM,
                f"`{text}` is no type of an option",
                type_.span,
                help=f"say `integer`, `flag`, or a range such as `1..6`; give `{key.text}` readings if it is a choice",
            )
        )
    return ("flag" if text == "flag" else "integer"), None, None


def _two_forms(key: Scalar, node: Mapping) -> Diagnostic:
    type_, readings = node.entry("type"), node.entry("readings")
    labels = (Label(type_.key.span, "a number by its type"),) if type_ is not None else ()
    return error(
        codes.OPTION_FORM,
        f"`{key.text}` has a type and readings, so it is a number and a choice at once",
        readings.key.span if readings is not None else key.span,
        labels=labels,
        help="remove one of the two",
    )


def _no_form(key: Scalar, default: Node) -> Diagnostic:
    flag = misspelt_flag(default) if isinstance(default, Scalar) else None
    if flag is not None:
        return flag
    text = _first_text(default)
    return error(
        codes.OPTION_FORM,
        f"`{key.text}` has no readings, so its default cannot be `{text}`",
        default.span,
        help=f"declare `readings:` with `{text}` among them, or make the default a number, `yes` or `no`",
    )


def _wrong_default(option: Option) -> list[Diagnostic]:
    node = option.default
    if branch_of(node) is not None:
        return [
            error(
                codes.OPTION_FORM,
                f"the default of `{option.name}` depends on another option",
                node.span,
                help="a default is a value, or a table over the number of players",
            )
        ]
    values = [entry.value for entry in node.entries] if isinstance(node, Mapping) and is_table(node) else [node]
    return [problem for value in values if (problem := check_setting(option, value)) is not None]


def check_setting(option: Option, node: Node) -> Diagnostic | None:
    """What is wrong with a written value of an option, or None."""
    if not isinstance(node, Scalar):
        return None
    value = option.read(node.text)
    if isinstance(value, int):
        return None
    flag = misspelt_flag(node) if option.kind == "flag" else None
    return flag or refusal(option, node.text, value, node.span)


def refusal(option: Option, text: str, why: str, span: Span | None) -> Diagnostic:
    """The diagnostic for a value that an option cannot have."""
    code = codes.UNKNOWN_READING if option.kind == "choice" else codes.OPTION_VALUE
    near = nearest(text, option.words) if option.words else None
    words = ", ".join(f"`{word}`" for word in option.words)
    help = f"did you mean `{near}`?" if near else f"it may be {words}" if words else f"it may be {option.bounds}"
    labels = (Label(option.span, "declared here"),) if span is not None else ()
    return error(code, why, span, labels=labels, help=help)


def _readings(node: Node | None) -> dict[str, Reading]:
    if not isinstance(node, Mapping):
        return {}
    return {entry.key.text: _reading(entry.key, entry.value) for entry in node.entries}


def _reading(key: Scalar, node: Node) -> Reading:
    if not isinstance(node, Mapping):
        return Reading(key.text, _text(node), key.span)
    trees = ((name, node.get(name)) for name in OPERATIONS)
    changes = tuple((name, tree) for name, tree in trees if isinstance(tree, Mapping))
    return Reading(key.text, _text(node.get("about")), key.span, changes)


def _first_text(node: Node) -> str:
    if isinstance(node, Mapping) and node.entries:
        return _first_text(node.entries[0].value)
    return node.text if isinstance(node, Scalar) else ""


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) else ""
