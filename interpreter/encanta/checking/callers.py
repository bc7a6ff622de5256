"""Which phases and procedures run for a player: those that are only run where somebody acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from encanta.checking.environment import Environment
from encanta.checking.items import Item, Key
from encanta.checking.reading import parsed
from encanta.checking.tree import entries, text_under
from encanta.language import ast
from encanta.language.parser import SyntaxFailure
from encanta.text.nodes import Node, Scalar

Call = tuple[str, bool]
"""What is run, and whether the sentence itself says for whom."""
_MAX_KEPT = 20_000
_known: dict[tuple[Scalar, frozenset[str]], tuple[Call, ...]] = {}


def for_a_player(env: Environment, items: Mapping[Key, Item]) -> dict[str, bool]:
    """For each phase, procedure and action whether it always runs for a player."""
    result = {name: name != "game" for name in env.bodies}
    calls: list[tuple[str, str]] = []
    for key, item in items.items():
        sign = env.bodies.get(key[1]) if key[0] == "body" else None
        if key[0] == "setup" or (sign is not None and sign.kind not in ("action", "kind")):
            container = sign.name if sign is not None else "game"
            calls += [(container, name) for name, said in _calls_below(env, item.entry.value) if not said]
    changed = True
    while changed:
        changed = False
        for container, name in calls:
            if result.get(name) and not result.get(container) and env.bodies[name].kind != "action":
                result[name] = False
                changed = True
    return result


def _calls_below(env: Environment, node: Node) -> Iterator[Call]:
    for leaf in blocks(node):
        yield from calls_in(env, leaf)


def blocks(node: Node) -> Iterator[Scalar]:
    """The blocks of a phase, a procedure or an action: its `do`, or each of its steps."""
    do = text_under(node, "do", "do")
    if do is not None:
        yield do
    for step in entries(node.get("steps") if not isinstance(node, Scalar) and hasattr(node, "get") else None):
        do = text_under(step.value, "do", "do")
        if do is not None:
            yield do


def calls_in(env: Environment, leaf: Scalar) -> tuple[Call, ...]:
    """Everything that a block runs."""
    key = (leaf, env.vocabulary.base)
    found = _known.get(key)
    if found is None:
        try:
            found = tuple(_calls(parsed(leaf, "block", env.vocabulary), env, False))
        except SyntaxFailure:
            found = ()
        if len(_known) >= _MAX_KEPT:
            _known.clear()
        _known[key] = found
    return found


def _calls(node: ast.Stmt | None, env: Environment, you: bool) -> Iterator[Call]:
    if isinstance(node, ast.Block):
        for line in node.body:
            yield from _calls(line, env, you)
    elif isinstance(node, ast.If):
        for _, body in node.branches:
            yield from _calls(body, env, you)
        yield from _calls(node.other, env, you)
    elif isinstance(node, (ast.WhenTrue, ast.Maybe)):
        yield from _calls(node.step, env, you)
    elif isinstance(node, ast.Arrow):
        for step in (*node.cost, *node.effect):
            yield from _calls(step, env, you)
    elif isinstance(node, (ast.ForEach, ast.Repeat)):
        yield from _calls(node.body, env, you)
    elif isinstance(node, (ast.EachPlayer, ast.Turns, ast.AllPlayers)):
        yield from _calls(node.body, env, True)
    elif isinstance(node, ast.Do):
        yield from ((name, you) for name, _ in node.names if name in env.bodies)
    elif isinstance(node, ast.Doing):
        inflected = env.vocabulary.inflected
        names = (d.verb if d.verb in env.bodies else inflected.get(d.verb, d.verb) for d in node.deeds)
        yield from ((name, you or node.subject is not None) for name in names if name in env.bodies)
