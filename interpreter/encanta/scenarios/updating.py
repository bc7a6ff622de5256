"""Rewrites what failing scenarios expect: only the words that differ change, everything else of a file stays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from encanta.scenarios.forms import Expectation, Scenario
from encanta.scenarios.games import Games
from encanta.scenarios.offers import Difference
from encanta.scenarios.reading import parse_scenarios
from encanta.scenarios.running import Result, run
from encanta.text.diagnostic import has_errors
from encanta.text.nodes import Mapping, Node
from encanta.text.nodes import Sequence as Items
from encanta.text.spans import Source, Span
from encanta.text.yaml_reader import read_yaml

MOST_ROUNDS = 8
"""How often the scenarios of a file are run again, as what is looked at in the midst of play shows one by one."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a file that becomes another text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Updated:
    """A file with its new text. `changed` are scenarios that pass now, `left` those that cannot be rewritten."""

    source: Source
    text: str
    changed: tuple[str, ...]
    left: tuple[str, ...]


def updated(games: Games, source: Source, seed: int | None = None, only: Iterable[str] | None = None) -> Updated:
    """The text of a scenario file in which what failing scenarios expect is what is so; `only` those of these names.

    A scenario that would fail all the same (a move that cannot be made, an event that does not happen) stays as it is.
    """
    before = _results(games, source, seed)
    wanted = {result.scenario.name for result in before if result.status == "failed"}
    wanted &= wanted if only is None else set(only)
    while True:
        text, results = _rewritten(games, source, seed, wanted)
        failing = {result.scenario.name for result in results if result.status != "passed"}
        spoilt = failing & wanted
        if not spoilt:
            left = sorted(name for name in failing if name not in wanted)
            return Updated(source, text, tuple(sorted(wanted)), tuple(left))
        wanted -= spoilt


def _results(games: Games, source: Source, seed: int | None) -> list[Result]:
    scenarios, _ = parse_scenarios(source)
    return [run(games, scenario, seed) for scenario in scenarios]


def _rewritten(games: Games, source: Source, seed: int | None, wanted: set[str]) -> tuple[str, list[Result]]:
    """The text with everything rewritten that these scenarios expect, and how its scenarios fare."""
    results = _results(games, source, seed)
    for _ in range(MOST_ROUNDS):
        edits = list(edits_for(source, results, wanted))
        text = applied(source.text, edits)
        if text == source.text or has_errors(read_yaml(Source(source.name, text))[1]):
            break
        source = Source(source.name, text)
        results = _results(games, source, seed)
    return source.text, results


def applied(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits made; of edits that overlap, the one that begins last counts."""
    end = len(text) + 1
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.start, edit.end), reverse=True):
        if edit.end <= end:
            text = text[: edit.start] + edit.text + text[edit.end :]
            end = edit.start
    return text


# --------------------------------------------------------------------------------------------------- edits


def edits_for(source: Source, results: Sequence[Result], wanted: set[str]) -> Iterator[Edit]:
    """What to change in a file so that what differs is expected as it is."""
    by_title: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_title[result.scenario.title].append(result)
    for group in by_title.values():
        for result in group:
            if result.scenario.name in wanted and result.status == "failed":
                yield from _of_result(source, result, group)


def _of_result(source: Source, result: Result, group: Sequence[Result]) -> Iterator[Edit]:
    over: dict[tuple[str, ...], str] = {}
    for difference in result.differences:
        if difference.instead is None:
            continue
        if _is_agreed(difference, result, group):
            yield Edit(difference.span.start, difference.span.end, difference.instead)
            continue
        path = _path_to(result.scenario.expect, difference.span)
        if path is not None:
            over[path] = difference.instead
    if over:
        edit = _override(source, result.scenario, over)
        if edit is not None:
            yield edit


def _is_agreed(difference: Difference, result: Result, group: Sequence[Result]) -> bool:
    """Whether all cases that share what is written here would write the same in its place."""
    sharing = [other for other in group if other is result or _holds(other.scenario, difference.span)]
    return all(
        any(d.span == difference.span and d.instead == difference.instead for d in other.differences)
        for other in sharing
    )


def _holds(scenario: Scenario, span: Span) -> bool:
    """Whether a scenario expects what is written at a place."""
    expected: list[Node | None] = [scenario.expect]
    expected.extend(step.expect for step in scenario.play if isinstance(step, Expectation))
    return any(node is not None and any(inner.span == span for inner in _nodes(node)) for node in expected)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Mapping):
        for entry in node:
            yield from _nodes(entry.value)
    elif isinstance(node, Items):
        for item in node:
            yield from _nodes(item)


def _path_to(node: Node | None, span: Span) -> tuple[str, ...] | None:
    """The keys that lead to a value under `expect`; None if it is no value of a mapping there."""
    for entry in node if isinstance(node, Mapping) else ():
        if entry.value.span == span:
            return (entry.key.text,)
        inner = _path_to(entry.value, span)
        if inner is not None:
            return (entry.key.text, *inner)
    return None


# ---------------------------------------------------------------------------------------- a case of its own


def _override(source: Source, scenario: Scenario, over: dict[tuple[str, ...], str]) -> Edit | None:
    """What a case expects otherwise than its scenario, written into the case."""
    case = _mapping_at(read_yaml(source)[0], scenario.span)
    if case is None or ("case" not in case and not scenario.case):
        return None
    words = ", ".join(_nested(path, text) for path, text in over.items())
    expect = case.get("expect")
    if isinstance(expect, Mapping):
        return _added(source, expect, [_nested(path, text) for path, text in over.items()])
    if expect is not None:
        return Edit(expect.span.start, expect.span.end, f"{{{words}}}")
    return _added(source, case, [f"expect: {{{words}}}"])


def _nested(path: tuple[str, ...], text: str) -> str:
    for key in reversed(path[1:]):
        text = f"{{{key}: {text}}}"
    return f"{path[0]}: {text}"


def _mapping_at(node: Node | None, span: Span) -> Mapping | None:
    if isinstance(node, Mapping) and (node.span.start, node.span.end) == (span.start, span.end):
        return node
    children: Iterable[Node] = ()
    if isinstance(node, Mapping):
        children = [entry.value for entry in node]
    elif isinstance(node, Items):
        children = node.items
    return next((found for child in children if (found := _mapping_at(child, span)) is not None), None)


def _added(source: Source, mapping: Mapping, entries: Sequence[str]) -> Edit:
    """More entries at the end of a mapping, in its own style."""
    last = mapping.entries[-1].value.span.end if mapping.entries else mapping.span.start + 1
    if source.text[mapping.span.start] == "{":
        joined = ", ".join(entries)
        return Edit(last, last, f", {joined}" if mapping.entries else joined)
    indent = " " * (mapping.entries[0].key.span.column - 1)
    text = source.text[:last].rstrip()
    return Edit(len(text), len(text), "".join(f"\n{indent}{entry}" for entry in entries))
