"""Lays the cases of a scenario over the scenario."""

from __future__ import annotations

from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence

MERGED = frozenset({"given", "expect", "options"})
"""What a case changes key by key; everything else it replaces."""


def cases_of(scenario: Mapping) -> list[tuple[Mapping, Mapping | None]]:
    """Every scenario that a mapping stands for, with the case it comes from; itself where there are no cases.

    Cases that are no mappings are left out; whoever checks the keys has reported them.
    """
    plain = Mapping(scenario.span, tuple(entry for entry in scenario if entry.key.text != "cases"))
    cases = scenario.get("cases")
    if not isinstance(cases, Sequence) or not cases.items:
        return [(plain, None)]
    return [(laid_over(plain, case), case) for case in cases if isinstance(case, Mapping)]


def laid_over(base: Mapping, case: Mapping) -> Mapping:
    """A scenario with a case laid over it."""
    changed = {entry.key.text: entry for entry in case}
    entries = []
    for entry in base:
        over = changed.pop(entry.key.text, None)
        if over is None:
            entries.append(entry)
        elif is_null(over.value):
            continue
        elif entry.key.text in MERGED:
            entries.append(Entry(over.key, merged(entry.value, over.value)))
        else:
            entries.append(over)
    return without_nulls(Mapping(case.span, (*entries, *changed.values())))


def merged(base: Node, over: Node) -> Node:
    """Two values, the second laid over the first: mappings key by key, everything else replaced."""
    if not (isinstance(base, Mapping) and isinstance(over, Mapping)):
        return over
    changed = {entry.key.text: entry for entry in over}
    entries = []
    for entry in base:
        found = changed.pop(entry.key.text, None)
        if found is None:
            entries.append(entry)
        elif not is_null(found.value):
            entries.append(Entry(found.key, merged(entry.value, found.value)))
    return without_nulls(Mapping(over.span, (*entries, *changed.values())))


def is_null(node: Node) -> bool:
    """Whether a value is `null`: in a case it takes out what the scenario says."""
    return isinstance(node, Scalar) and node.kind == "null"


def without_nulls(node: Mapping) -> Mapping:
    """A mapping without the keys that stand for nothing."""
    return Mapping(node.span, tuple(entry for entry in node if not is_null(entry.value)))
