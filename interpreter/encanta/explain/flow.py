"""The flow of a game as a diagram: which phase runs which, what is offered in them, and what verbs their steps say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from encanta.checking import model as m
from encanta.checking.model.trees import walk

_LEGAL = re.compile(r"\W+")


def mermaid(model: m.Model) -> str:
    """The phases as a Mermaid flowchart, from the set-up on; each arrow bears its number among those of its phase."""
    lines = ["flowchart TD", *_setup(model)]
    todo, seen = [model.root], {model.root.name}
    ends: list[str] = []
    while todo:
        body = todo.pop(0)
        lines.append(f"    {_id(body.name)}({_words(body.name)})")
        for number, (label, target) in enumerate(_arrows(body), 1):
            said = f"{number}: {label}" if label else str(number)
            lines.append(f'    {_id(body.name)} -->|"{said}"| {_id(target.name)}')
            if target.name in seen:
                continue
            seen.add(target.name)
            if target.kind == "phase":
                todo.append(target)
            else:
                ends.append(f"    {_id(target.name)}[{_words(target.name)}]")
    return "\n".join([*lines, *ends]) + "\n"


def _setup(model: m.Model) -> Iterator[str]:
    """The steps of the set-up, one after the other, and then the game."""
    names = [f"setup_{_id(step.name)}" for step in model.setup]
    for name, step in zip(names, model.setup, strict=True):
        yield f"    {name}[[{_words(step.name)}]]"
    for here, there in zip(names, [*names[1:], _id(model.root.name)], strict=True):
        yield f"    {here} --> {there}"


def _arrows(body: m.Body) -> Iterator[tuple[str, m.Body]]:
    """What a phase leads to, in the order of its lines: how, and where."""
    told: set[tuple[str, str]] = set()
    for step in body.steps:
        for stmt in step.stmts:
            for label, target in _within(stmt, step.name if step.name != "do" else ""):
                if (label, target.name) not in told:
                    told.add((label, target.name))
                    yield label, target


def _within(stmt: m.Stmt, step: str) -> Iterator[tuple[str, m.Body]]:
    for node in walk(stmt):
        if isinstance(node, m.Run) and node.body.kind == "phase":
            yield _join(step, _how(stmt)), node.body
        elif isinstance(node, m.Offer):
            for action in node.actions:
                yield _join(step, _quantity(node)), action


def _how(stmt: m.Stmt) -> str:
    if isinstance(stmt, m.Turns):
        return "one round of turns" if stmt.once else "turns"
    return "again and again" if isinstance(stmt, m.Loop) else "each player" if isinstance(stmt, m.ForEach) else ""


def _quantity(offer: m.Offer) -> str:
    if offer.high is None:
        return "any" if offer.low == 0 else "one or more"
    return "exactly one" if offer.low else "at most one"


def _join(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _id(name: str) -> str:
    """A name that Mermaid takes; its own words begin no name."""
    return f"n_{_LEGAL.sub('_', name)}"


def _words(name: str) -> str:
    return f'"{name.replace("_", " ")}"'
