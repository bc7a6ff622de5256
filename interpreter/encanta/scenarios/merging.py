"""Lays the cases of a scenario over the scenario."""

from __future__ import annotations

from encanta.text.nodes import Entry, Mapping, Node, Sequence

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
        elif entry.key.text in MERGED:
            entries.append(Entry(over.key, merged(entry.value, over.value)))
        else:
            entries.append(over)
    return Mapping(case.span, (*entries, *changed.values()))


def merged(base: Node, over: Node) -> Node:
    """Two values, the second laid over the first: mappings key by key, everything else replaced."""
    if not (isinstance(base, Mapping) and isinstance(over, Mapping)):
        return over
    changed = {entry.key.text: entry for entry in over}
    entries = []
    for entry in base:
        found = changed.pop(entry.key.text, None)
        entries.append(entry if found is None else Entry(found.key, merged(entry.value, found.value)))
    return Mapping(over.span, (*entries, *changed.values()))
