"""Reads scenario files: which keys there are and what stands under them, before any game is looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from encanta.checking.structure_codes import BAD_NUMBER, MISSING_KEY, UNKNOWN_KEY, UNKNOWN_WORD, WRONG_KIND
from encanta.scenarios.codes import NO_EXPECTATION, SCENARIO_TWICE
from encanta.scenarios.forms import Expectation, Line, Scenario, Step
from encanta.scenarios.merging import cases_of
from encanta.text.diagnostic import Diagnostic, Label, error, sort_diagnostics
from encanta.text.nearest import nearest
from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.text.source import ReadFailure, load_source
from encanta.text.spans import Source, Span
from encanta.text.yaml_reader import read_yaml

FOLDER = "scenarios"
CASE_KEYS = (
    *("case", "rules", "about", "source", "players", "options", "preset", "variant", "variants", "seed", "passes"),
    *("with", "given", "play", "expect"),
)
KEYS = ("scenario", *CASE_KEYS[1:], "cases")
_MOST_PLAYERS = 100


def scenario_files(rulebook: Path) -> list[Path]:
    """The scenario files of a rulebook's folder, in alphabetical order; none if it has no such folder."""
    folder = rulebook / FOLDER
    try:
        return sorted(path for path in folder.rglob("*.yaml") if path.is_file())
    except OSError:
        return []


def read_scenarios(path: Path) -> tuple[list[Scenario], list[Diagnostic]]:
    """The scenarios of a file, each case on its own, and what is wrong with the file."""
    try:
        return parse_scenarios(load_source(path))
    except ReadFailure as failure:
        return [], [failure.diagnostic]


def parse_scenarios(source: Source) -> tuple[list[Scenario], list[Diagnostic]]:
    """The scenarios in a text. A scenario with a mistake is left out; the mistake is among the diagnostics."""
    root, found = read_yaml(source)
    reader = _Reader(found)
    if root is None:
        return [], found
    if not isinstance(root, Sequence):
        reader.wrong_kind(root, "a file of scenarios is a list", "begin each scenario with `- scenario: TITLE`")
        return [], reader.found
    scenarios = [one for node in root for one in reader.scenarios(node)]
    return scenarios, sort_diagnostics(reader.found)


class _Reader:
    def __init__(self, found: list[Diagnostic]) -> None:
        self.found = list(found)
        self._titles: dict[str, Span] = {}

    def wrong_kind(self, node: Node, what: str, help: str | None = None) -> None:
        """Report a text, a mapping or a list where something else is needed."""
        kinds = {Scalar: "a text", Mapping: "a mapping", Sequence: "a list"}
        self.found.append(error(WRONG_KIND, f"{what}, not {kinds[type(node)]}", node.span, help=help))

    # ------------------------------------------------------------------------------------- scenarios

    def scenarios(self, node: Node) -> list[Scenario]:
        """The scenario that a node holds, or its cases; none where there is a mistake."""
        if not isinstance(node, Mapping):
            self.wrong_kind(node, "a scenario is a mapping", "write `- scenario: TITLE` and its keys below it")
            return []
        before = len(self.found)
        self._keys(node, KEYS, "a scenario")
        title = self._title(node)
        self._check_cases(node)
        if len(self.found) > before or title is None:
            return []
        return [self._scenario(title, merged, case, i) for i, (merged, case) in enumerate(cases_of(node), 1)]

    def _title(self, node: Mapping) -> str | None:
        title = node.get("scenario")
        if title is None and any(nearest(entry.key.text, ["scenario"]) for entry in node):
            # The key is misspelt, which was said already.
            return None
        if title is None:
            self.found.append(error(MISSING_KEY, "a scenario needs a title", node.span, help="write `scenario: TITLE`"))
            return None
        if not isinstance(title, Scalar) or not title.text:
            self.wrong_kind(title, "the title of a scenario is a text")
            return None
        first = self._titles.setdefault(title.text, title.span)
        if first is not title.span:
            label = Label(first, "it is here first")
            self.found.append(
                error(SCENARIO_TWICE, f"there are two scenarios `{title.text}`", title.span, labels=(label,))
            )
            return None
        return title.text

    def _check_cases(self, node: Mapping) -> None:
        cases = node.get("cases")
        if cases is not None and not isinstance(cases, Sequence):
            self.wrong_kind(cases, "the cases of a scenario are a list")
        for case in cases if isinstance(cases, Sequence) else ():
            if isinstance(case, Mapping):
                self._keys(case, CASE_KEYS, "a case")
            else:
                self.wrong_kind(case, "a case is a mapping", "write the keys that differ: `- given: {...}`")
        for part in [node, *(case for case, _ in cases_of(node))]:
            self._check_parts(part)
        self.found = list(dict.fromkeys(self.found))

    def _keys(self, node: Mapping, known: tuple[str, ...], what: str) -> None:
        for entry in node:
            if entry.key.text not in known:
                near = nearest(entry.key.text, known)
                help = f"did you mean `{near}`?" if near else f"the keys of {what} are {', '.join(known)}"
                self.found.append(
                    error(UNKNOWN_KEY, f"{what} has no key `{entry.key.text}`", entry.key.span, help=help)
                )

    def _check_parts(self, node: Mapping) -> None:
        """The kinds of what stands under the keys; what is fine here can be taken apart without looking."""
        kinds: dict[str, tuple[type, str]] = {
            "given": (Mapping, "what is given is a mapping"),
            "expect": (Mapping, "what is expected is a mapping"),
            "options": (Mapping, "options are a mapping of names to values"),
            "with": (Mapping, "added rows are a mapping"),
            "play": (Sequence, "play is a list of lines"),
            "preset": (Scalar, "a preset is one name"),
            "case": (Scalar, "the name of a case is a text"),
            "about": (Scalar, "this is a text"),
            "source": (Scalar, "this is a text"),
        }
        for name, (kind, what) in kinds.items():
            value = node.get(name)
            if value is not None and not isinstance(value, kind):
                self.wrong_kind(value, what)
        self._check_number(node.get("players"), "the number of players", 1, _MOST_PLAYERS)
        self._check_number(node.get("seed"), "a seed", 0, 2**64 - 1)
        self._check_texts(node)
        passes = node.get("passes")
        if passes is not None and not (isinstance(passes, Scalar) and passes.text in ("written", "unwritten")):
            self.found.append(error(UNKNOWN_WORD, "passes are `written` or `unwritten`", passes.span))
        play = node.get("play")
        for item in play if isinstance(play, Sequence) else ():
            self._step(item)

    def _check_texts(self, node: Mapping) -> None:
        for name in ("rules", "variant", "variants"):
            value = node.get(name)
            for item in value if isinstance(value, Sequence) else [] if value is None else [value]:
                if not isinstance(item, Scalar):
                    self.wrong_kind(item, f"under `{name}` stand names")
        options = node.get("options")
        for entry in options if isinstance(options, Mapping) else ():
            if not isinstance(entry.value, Scalar):
                self.wrong_kind(entry.value, "the value of an option is a word or a number")

    def _check_number(self, node: Node | None, what: str, least: int, most: int) -> None:
        if node is None:
            return
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, int) or not least <= value <= most:
            self.found.append(error(BAD_NUMBER, f"{what} is a whole number from {least}", node.span))

    def _scenario(self, title: str, node: Mapping, case: Mapping | None, number: int) -> Scenario:
        span = (case if case is not None else node).span
        named = case.get("case") if case is not None else None
        given, expect = node.get("given"), node.get("expect")
        play = node.get("play")
        steps = [self._step(item) for item in play] if isinstance(play, Sequence) else []
        if expect is None and not any(isinstance(step, Expectation) for step in steps):
            help = "write what is to be so at the end: `expect: {...}`"
            self.found.append(error(NO_EXPECTATION, f"the scenario `{title}` expects nothing", span, help=help))
        extra = node.get("with")
        return Scenario(
            title,
            named.text if isinstance(named, Scalar) else f"case {number}" if case is not None else "",
            tuple(item.text for item in _scalars(node.get("rules"))),
            _integer(node.get("players")),
            _pairs(node.get("options")),
            _scalar(node.get("preset")),
            (*_scalars(node.get("variant")), *_scalars(node.get("variants"))),
            _integer(node.get("seed")),
            getattr(node.get("passes"), "text", "") == "written",
            extra if isinstance(extra, Mapping) else None,
            given if isinstance(given, Mapping) else None,
            tuple(step for step in steps if step is not None),
            expect if isinstance(expect, Mapping) else None,
            span,
        )

    # ----------------------------------------------------------------------------------------- lines

    def _step(self, node: Node) -> Step | None:
        help = "a line is `P1: MOVE`, or `expect: {...}`"
        if isinstance(node, Scalar) and split_line(node) is not None:
            return read_line(node, self.found.append)
        if not isinstance(node, Mapping) or not node.entries:
            self.wrong_kind(node, "a line of play is a seat with its move", help)
            return None
        first = node.entries[0]
        if first.key.text == "expect":
            if not isinstance(first.value, Mapping):
                self.wrong_kind(first.value, "what is expected is a mapping")
                return None
            return Expectation(first.value)
        return read_line(node, self.found.append)


def read_line(node: Node, report: Callable[[Diagnostic], object]) -> Line | None:
    """A move as it is written: `P1: found red with a, b`, or its choices by name; None with a report if it is none.

    The choices by name stand beside the seat (`{P1: found, color: red}`) or below the action
    (`{P1: {found: {color: red}}}`). In quotes the whole line may be one text: `'P1: found red with a, b'`.
    """
    whole = split_line(node) if isinstance(node, Scalar) else None
    if whole is not None:
        return whole
    if not isinstance(node, Mapping) or not node.entries:
        report(error(WRONG_KIND, "a move is a mapping: the seat, and what it does", node.span))
        return None
    first, *others = node.entries
    because = next((entry.value for entry in others if entry.key.text == "because"), None)
    choices = [(entry.key, entry.value) for entry in others if entry.key.text != "because"]
    move = first.value
    if isinstance(move, Mapping) and len(move) == 1 and isinstance(move.entries[0].value, Mapping):
        inner = move.entries[0]
        choices = [*((entry.key, entry.value) for entry in move.entries[0].value), *choices]
        move = inner.key
    elif isinstance(move, Sequence) and all(isinstance(item, Scalar) for item in move):
        # `P1: [a, b]` would be a choice without its verb; the words of a list are the words of the text.
        move = Scalar(move.span, ", ".join(item.text for item in move if isinstance(item, Scalar)))
    if not isinstance(move, Scalar) or not move.text:
        report(error(WRONG_KIND, "a move is a text, or an action with its choices by name", first.value.span))
        return None
    if because is not None and not isinstance(because, Scalar):
        report(error(WRONG_KIND, "a reason is a text", because.span))
        return None
    return Line(node.span, first.key, move, tuple(choices), because)


def split_line(node: Scalar) -> Line | None:
    """The line that one text holds, `P1: MOVE`; None if it holds none."""
    seat, colon, move = node.text.partition(":")
    if not colon or not move.strip() or " " in seat.strip():
        return None
    begin = node.text.index(move.strip(), len(seat) + 1)
    words = Scalar(node.span_of(begin, begin + len(move.strip())), move.strip())
    return Line(node.span, Scalar(node.span_of(0, len(seat)), seat.strip()), words)


def _pairs(node: Node | None) -> tuple[tuple[Scalar, Scalar], ...]:
    entries = node.entries if isinstance(node, Mapping) else ()
    return tuple((entry.key, entry.value) for entry in entries if isinstance(entry.value, Scalar))


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def _scalars(node: Node | None) -> list[Scalar]:
    items = node.items if isinstance(node, Sequence) else [] if node is None else [node]
    return [item for item in items if isinstance(item, Scalar)]


def _integer(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) else None
