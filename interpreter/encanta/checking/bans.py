"""Bans: what a player may not do as long as an ability holds (`forbid: heal`, `forbid: move_to a card`).

Each verb that something forbids has a flag of its own, which is no unless an ability changes it, and a requirement that
it is not set. So a forbidden verb is skipped in effects, makes a cost unpayable, and is refused as an action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import cards
from encanta.checking.comparing import kind_of
from encanta.checking.environment import EVERY
from encanta.checking.environment import PLAYER as OF_PLAYERS
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.items import gather
from encanta.checking.model import (
    FLAG,
    PLAYER,
    Change,
    Const,
    Equal,
    Expr,
    Filter,
    In,
    Local,
    Logic,
    Not,
    Require,
    Type,
    Value,
    ValueOf,
)
from encanta.checking.reading import Unreadable, words_of
from encanta.checking.scope import Scope
from encanta.checking.tree import NOTES, several
from encanta.language import ast
from encanta.text.nearest import nearest
from encanta.text.nodes import Mapping, Node, Sequence
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.environment import Environment
    from encanta.checking.items import Item, Key

ANY = "actions"
"""What stands for the printed actions of every kind."""
ACTING = (("acting", Type("component")),)
"""The parameter of a flag that says which printed actions are forbidden: the component that bears them."""
_KEPT: dict[Node, frozenset[str]] = {}
_MAX_KEPT = 20_000


def banned_words(items: Iterable[tuple[Key, Item]]) -> frozenset[str]:
    """Every word that stands under a `forbid` of an ability: what it may name is forbidden somewhere."""
    found: set[str] = set()
    for key, item in items:
        if key[0] in ("ability", "row"):
            found |= _words(item.entry.value)
    return frozenset(found)


def any_shield(items: Iterable[tuple[Key, Item]]) -> bool:
    """Whether an ability protects anybody."""
    return any("protect" in gather(item.entry.value)[1] for key, item in items if key[0] in ("ability", "row"))


def _words(node: Node) -> frozenset[str]:
    kept = _KEPT.get(node)
    if kept is None:
        if len(_KEPT) >= _MAX_KEPT:
            _KEPT.clear()
        kept = _KEPT[node] = frozenset(_found(node))
    return kept


def _found(node: Node) -> Iterator[str]:
    if isinstance(node, Mapping):
        for entry in node:
            if entry.key.text == "forbid":
                for text in several(entry.value):
                    yield from words_of(text)
                    if text.text.split()[:1] == [ANY]:
                        yield EVERY
            elif entry.key.text not in NOTES:
                yield from _found(entry.value)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _found(item)


def ban_of(env: Environment, name: str, parameters: tuple[tuple[str, Type], ...], span: Span) -> Value:
    """The flag that says whether something is forbidden to a player; `name` is a body, a kind of action, or `ANY`."""
    key = ("ban", name)
    found: Value | None = env.memory.get(key)
    if found is None or found.parameters != parameters:
        nobody = Const(FLAG, span, 0)
        found = env.memory[key] = Value(f"{name} forbidden", OF_PLAYERS, parameters, FLAG, nobody, span)
    return found


def bans_of(env: Environment) -> list[Value]:
    """All flags of this kind."""
    return [what for key, what in env.memory.items() if key[0] == "ban"]


def not_banned(ban: Value, you: Expr, arguments: tuple[Expr, ...], said: str, span: Span) -> Require:
    """The requirement that nothing forbids it."""
    return Require(f"{said} is forbidden", Not(FLAG, span, ValueOf(FLAG, span, ban, you, arguments)), span)


def read_ban(leaf: Leaf, scope: Scope) -> Change | None:
    """A text under `forbid`, as a change of the flag of what it names."""
    try:
        node: ast.Ban = leaf.tree("ban")
    except Unreadable:
        return None
    return _of_actions(leaf, scope, node) if node.actions else _of_verb(leaf, scope, node)


def _of_verb(leaf: Leaf, scope: Scope, node: ast.Ban) -> Change | None:
    name = node.name or ""
    sign = leaf.env.bodies.get(name)
    if sign is None or sign.kind == "phase":
        near = nearest(name, [n for n, s in leaf.env.bodies.items() if s.kind != "phase"])
        help = f"did you mean `{near}`?" if near else "name an action or a procedure, or say `... actions`"
        message = f"there is no action or procedure `{name}` to forbid"
        leaf.wrong(codes.UNKNOWN_NAME, message, node.name_at, help, near)
        return None
    body = leaf.session.body(name)
    if body is None:
        return None
    ban = ban_of(leaf.env, name, body.parameters, body.span)
    span = leaf.span(node)
    amount: Expr = Const(FLAG, span, 1)
    if node.word is not None:
        given = next(((n, t) for n, t in body.parameters if t.kind == "component"), None)
        if given is None:
            message = f"`{name}` is not done to anything that could be `{leaf.said(node)}`"
            leaf.wrong(codes.WRONG_TYPE, message, node.word_at or node.name_at, f"say only `forbid: {name}`")
            return None
        amount = kind_of(leaf, Local(given[1], span, given[0]), node.word, node.word_at or node.name_at)
    return None if is_error(amount) else Change(ban, None, None, "at least", amount, span)


def _of_actions(leaf: Leaf, scope: Scope, node: ast.Ban) -> Change | None:
    """Printed actions: of a kind or of all, of some components or of all."""
    name = node.name or ANY
    if name != ANY and name not in leaf.env.kinds:
        near = nearest(name, leaf.env.kinds)
        help = f"did you mean `{near}`?" if near else "kinds of actions stand under `kinds`"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no kind of action `{name}`", node.name_at, help, near)
        return None
    span = leaf.span(node)
    ((acting, component),) = ACTING
    amount: Expr = Const(FLAG, span, 1)
    if node.of is not None:
        them = cards(leaf, scope, node.of)
        if is_error(them):
            return None
        amount = In(FLAG, span, Local(component, span, acting), them)
    return Change(ban_of(leaf.env, name, ACTING, span), None, None, "at least", amount, span)


# ----------------------------------------------------------------------------------------------- protection


def shield_of(env: Environment) -> Value:
    """The flag that says whether the texts that others use leave a player out."""
    span = next(iter(env.components.values())).span
    found: Value = env.memory.setdefault(
        ("ban", "protected"), Value("protected", OF_PLAYERS, (), FLAG, Const(FLAG, span, 0), span)
    )
    return found


def protection(leaf: Leaf) -> Change:
    """`protect: from choices and effects of others`."""
    span = leaf.scalar.span
    return Change(shield_of(leaf.env), None, None, "at least", Const(FLAG, span, 1), span)


def unprotected(leaf: Leaf, scope: Scope, among: Expr, span: Span) -> Expr:
    """Those of some players whom a text may touch: printed on a component, it leaves the protected ones out.

    Whoever uses the text is never left out of it.
    """
    if scope.agent() is None or not leaf.session.shields:
        return among
    it = Local(PLAYER, span, leaf.work.fresh("it", PLAYER))
    test = open_to(leaf, scope, it, span)
    return among if test is None else Filter(among.type, span, among, it.name, test)


def open_to(leaf: Leaf, scope: Scope, who: Expr | None, span: Span) -> Expr | None:
    """Whether a text may touch a player that it names: None if it always may."""
    agent = scope.agent()
    if agent is None or who is None or is_error(who) or not leaf.session.shields or scope.is_you(who):
        return None
    safe = ValueOf(FLAG, span, shield_of(leaf.env), who, ())
    return Logic(FLAG, span, "or", (Equal(FLAG, span, who, agent), Not(FLAG, span, safe)))
