"""Kinds of actions, and the actions of these kinds that are printed on components.

Each printed action becomes an ordinary action. Its first choice, `this`, is the component that bears it, from those
that show it where it is active for the player; limits are counted for each component that bears it; the steps of its
kind hold its cost and its effect.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.bans import ACTING, ANY, ban_of, not_banned
from encanta.checking.costs import Price, price_of, read_cost
from encanta.checking.environment import EVERY, ComponentSign
from encanta.checking.environment import PLAYER as OF_PLAYERS
from encanta.checking.environment import SIDE as OF_SIDES
from encanta.checking.formulas import Leaf
from encanta.checking.locals import report_unused
from encanta.checking.model import (
    FLAG,
    INTEGER,
    PLAYER,
    Body,
    Choice,
    Component,
    Const,
    Cost,
    Expr,
    LimitOf,
    Local,
    OnRow,
    PrintedPart,
    Require,
    Row,
    Step,
    Stmt,
    Stmts,
    Variable,
)
from encanta.checking.model.trees import substituted, walk
from encanta.checking.needs import both
from encanta.checking.parts import Braces, braces, showing, spots
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block, sentence
from encanta.checking.tree import entries, text_under, under, words
from encanta.checking.types import component_type, with_article
from encanta.language import ast
from encanta.text.diagnostic import error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session

THIS = "this"
"""The local of the component that bears an action."""
_TIMES = {1: "once", 2: "twice"}


# --------------------------------------------------------------------------------------------------- kinds


def inherit(session: Session, work: Work, body: Body, node: Node) -> None:
    """Gives a kind what it has from the kind that it is, and its steps where nothing is said of them."""
    from encanta.checking.bodies import fill_body

    body.kinds = (body.name,)
    parent: Body | None = None
    said = text_under(node, "is")
    if said is not None:
        if said.text not in session.env.kinds:
            near = nearest(said.text, session.env.kinds)
            help = f"did you mean `{near}`?" if near else "kinds of actions stand under `kinds`"
            message = f"there is no kind of action `{said.text}`"
            Leaf(said, work, session).wrong(codes.UNKNOWN_NAME, message, (0, len(said.text)), help, near)
        else:
            parent = session.ask(("body", said.text), fill_body)
    if parent is not None:
        body.kinds += parent.kinds
        body.requires = (*parent.requires, *body.requires)
        if under(node, "limit") is None:
            body.limit = parent.limit
        body.locals = {**parent.locals, **work.locals}
        work.locals.update(body.locals)
    if not body.steps:
        body.steps = parent.steps if parent is not None else _plain_steps(body.span)
    check_places(session, work, node)
    _whole(session, work, body)


def _plain_steps(span: Span) -> tuple[Step, ...]:
    return (Step("pay", (PrintedPart(span, "cost"),), span), Step("effect", (PrintedPart(span, "effect"),), span))


def _whole(session: Session, work: Work, body: Body) -> None:
    """The steps of a kind say when the effect happens that is printed."""
    if "effect" not in _parts_in(body):
        message = f"the steps of `{body.name}` leave out `do effect`, so nothing printed would happen"
        key = session.items[("body", body.name)].entry.key
        help = "say where it happens: `steps: {effect: do effect}`"
        Leaf(key, work, session).wrong(codes.KIND_STEPS, message, (0, len(key.text)), help)


def _parts_in(body: Body) -> set[str]:
    """Which of `cost` and `effect` the steps of a kind carry out."""
    nodes = (node for step in body.steps for stmt in step.stmts for node in walk(stmt))
    return {node.which for node in nodes if isinstance(node, PrintedPart)}


def steps_of(session: Session, name: str) -> list[str]:
    """The names of the steps of a kind, its own or those of the kind that it is."""
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        node = session.node(("body", name))
        own = [entry.key.text for entry in entries(under(node, "steps"))]
        if own or under(node, "do") is not None:
            return own
        said = text_under(node, "is")
        if said is None:
            return [step.name for step in _plain_steps(session.env.bodies[name].span)]
        name = said.text
    return []


# ------------------------------------------------------------------------------------------ printed actions


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class _Printed:
    """An action as it is printed: its kind, in which braces, its text, and its number among those of the kind."""

    kind: Scalar
    braces: Braces
    node: Node
    number: int


def read_actions(session: Session, work: Work, row: Row, sign: ComponentSign, entry: Entry) -> Iterator[Body]:
    """The actions that a row prints, in all its parts."""
    for printed in _printed(session, sign, entry):
        own = Work()
        body = _action(session, own, row, sign, printed)
        work.found.extend(own.found)
        if body is not None:
            yield body


def _printed(session: Session, sign: ComponentSign, entry: Entry) -> list[_Printed]:
    found = [
        (e.key, part, node)
        for part in braces(sign, entry)
        for e in part.node
        if e.key.text in session.env.kinds
        for node in (e.value.items if isinstance(e.value, Sequence) else (e.value,))
    ]
    several = Counter(key.text for key, _, _ in found)
    numbers: Counter[str] = Counter()
    result = []
    for key, part, node in found:
        numbers[key.text] += 1
        number = numbers[key.text] if several[key.text] > 1 else 0
        result.append(_Printed(key, part, node, number))
    return result


def _action(session: Session, work: Work, row: Row, sign: ComponentSign, printed: _Printed) -> Body | None:
    from encanta.checking.bodies import fill_body

    kind: Body | None = session.ask(("body", printed.kind.text), fill_body)
    if kind is None:
        return None
    span = printed.node.span
    type = component_type(sign.name)
    work.locals.update(kind.locals)
    work.locals.update({"you": PLAYER, THIS: type})
    you, this = Local(PLAYER, span, "you"), Local(type, span, THIS)
    scope = Scope(you)
    scope.bind(THIS, this)
    name = _name(session, sign, row, printed)
    uses = _uses(kind.limit, sign, kind, name)
    on_row = OnRow(sign.name, row.name, row.title or row.name, printed.braces.part, printed.number, uses)
    body = Body("action", name, "", (), True, (), (), None, (), (), span, kinds=kind.kinds, on_row=on_row)
    source = _bearers(session, work, sign, row, printed, you)
    one = Const(INTEGER, span, 1)
    body.choices = (Choice(span, THIS, type, True, one, one, source, None),)
    price, effect, body.about = _text(session, work, scope, body, printed.node)
    if (price.stmts or price.choices) and "cost" not in _parts_in(kind):
        message = f"the steps of `{kind.name}` leave out `pay cost`, so this would not be paid"
        help = f"say where it is paid, under `kinds: {kind.name}: steps`"
        work.found.append(error(codes.KIND_STEPS, message, span, help=help))
    fit = (*_fresh(kind, this, uses), *_bans(session, kind, you, this, printed.kind.span))
    if not _reads_this(price, effect):
        body.choices = (_any_of(work, body.choices[0], fit), *body.choices[1:])
    body.requires = (*kind.requires, *fit, *price.requires)
    if kind.limit is not None and not uses:
        body.limit = kind.limit
    used = _marked(uses, this, span)
    body.steps = (
        *([Step("used up", used, span)] if used else []),
        *(dataclasses.replace(step, stmts=_filled(step.stmts, price.stmts, effect, span)) for step in kind.steps),
    )
    report_unused(Leaf(printed.kind, work, session))
    body.locals = dict(work.locals)
    return body


def _name(session: Session, sign: ComponentSign, row: Row, printed: _Printed) -> str:
    """How the action is called in moves: its kind and its row, with the component where two have such a row."""
    others = [c for c in session.env.components if c != sign.name and ("row", c, row.name) in session.items]
    words_ = [printed.kind.text, *([sign.name] if others else []), row.name]
    return " ".join([*words_, *([str(printed.number)] if printed.number else [])])


def _text(session: Session, work: Work, scope: Scope, body: Body, node: Node) -> tuple[Price, Stmts, str]:
    """What is printed: the cost, the effect, and the words for people."""
    if isinstance(node, Mapping):
        price = read_cost(session, work, scope, body, node)
        do, text = text_under(node, "do"), text_under(node, "text")
        effect = read_block(Leaf(do, work, session), scope.child()) if do is not None else ()
        costs = "; ".join(_said(cost) for cost in words(node, "cost"))
        said = " -> ".join(part for part in (costs, _said(do) if do is not None else "") if part)
        return price, effect, text.text if text is not None else said
    if not isinstance(node, Scalar):
        return Price(), (), ""
    leaf = Leaf(node, work, session)
    try:
        block: ast.Block = leaf.tree("block")
    except Unreadable:
        return Price(), (), _said(node)
    lines: tuple[ast.Stmt, ...] = block.body
    price = Price()
    if len(lines) == 1 and isinstance(lines[0], ast.Arrow):
        price = price_of(leaf, scope, lines[0].cost)
        body.choices = (*body.choices, *price.choices)
        lines = lines[0].effect
    inner = scope.child()
    return price, tuple(stmt for line in lines for stmt in sentence(leaf, inner, line)), _said(node)


def _said(text: Scalar) -> str:
    return "; ".join(" ".join(line.split()) for line in text.text.splitlines() if line.strip())


def _bearers(session: Session, work: Work, sign: ComponentSign, row: Row, printed: _Printed, you: Expr) -> Expr:
    """The components that bear the action where it is active for a player."""
    found = showing(session, work, sign.name, row.name, printed.braces, you, printed.kind.span)
    if printed.braces.part is not None:
        return found
    places = _places(session, work, printed.kind.text)
    at = tuple(
        spot
        for spot in spots(session.env, sign.name, None)
        if (spot.place.name in places if places else spot.place.each in (OF_PLAYERS, OF_SIDES))
    )
    if isinstance(found, model.Filter) and isinstance(found.set, model.Shows):
        return dataclasses.replace(found, set=dataclasses.replace(found.set, spots=at))
    assert isinstance(found, model.Shows)
    return dataclasses.replace(found, spots=at)


def _reads_this(price: Price, effect: Stmts) -> bool:
    """Whether it matters for a text which component bears it."""
    read: list[Choice | Stmt | Expr] = [*price.choices, *price.stmts, *effect]
    read += [require.condition for require in price.requires]
    return any(isinstance(node, Local) and node.name == THIS for part in read for node in walk(part))


def _any_of(work: Work, choice: Choice, fit: tuple[Require, ...]) -> Choice:
    """Where it does not matter which component bears an action, the first that may be used bears it."""
    source, span = choice.source, choice.span
    those = source
    if fit:
        one = Local(choice.type, span, work.fresh("bearer", choice.type))
        test = substituted(both([require.condition for require in fit], span), {THIS: one})
        free = model.Filter(source.type, span, source, one.name, test)
        those = model.Otherwise(source.type, span, free, source)
    return dataclasses.replace(choice, source=model.Ends(source.type, span, "first", choice.low, those))


def _places(session: Session, work: Work, kind: str) -> list[str]:
    """The places in which components without parts have the actions of a kind."""
    seen: set[str] = set()
    while kind not in seen:
        seen.add(kind)
        node = session.node(("body", kind))
        named = words(node, "in")
        if named:
            return [word.text for word in named if word.text in session.env.places]
        said = text_under(node, "is")
        if said is None:
            break
        kind = said.text
    return []


def check_places(session: Session, work: Work, node: Node) -> None:
    """Reports places of a kind that there are not."""
    for word in words(node, "in"):
        if word.text not in session.env.places:
            near = nearest(word.text, session.env.places)
            help = f"did you mean `{near}`?" if near else None
            leaf = Leaf(word, work, session)
            leaf.wrong(codes.UNKNOWN_NAME, f"there is no place `{word.text}`", (0, len(word.text)), help, near)


# --------------------------------------------------------------------------------------------------- limits


def _uses(limit: LimitOf | None, sign: ComponentSign, kind: Body, name: str) -> tuple[Variable, ...]:
    """A flag of the components for each time that one of them may be used; none where several share one count."""
    if limit is None or limit.key != _own_count(kind):
        return ()
    names = (f"used {name}", *(f"used {name} {number}" for number in range(2, limit.times + 1)))
    return tuple(Variable(n, FLAG, sign.name, None, limit.phase, (), None, limit.span) for n in names)


def _own_count(kind: Body) -> str:
    """The key of a limit that is not `counted as` anything: the name of the kind that says it."""
    limit = kind.limit
    return next((name for name in kind.kinds if limit is not None and limit.key == name), "")


def _fresh(kind: Body, this: Local, uses: tuple[Variable, ...]) -> list[Require]:
    """The component was not used as often as it may be."""
    limit = kind.limit
    if limit is None or not uses:
        return []
    used = model.Read(FLAG, limit.span, uses[-1], this)
    times = _TIMES.get(limit.times, f"{limit.times} times")
    return [Require(f"{times} per {limit.phase}", model.Not(FLAG, limit.span, used), limit.span)]


def _marked(uses: tuple[Variable, ...], this: Local, span: Span) -> Stmts:
    """One more use: the next flag becomes yes."""
    yes = Const(FLAG, span, 1)
    found: list[Stmt] = []
    for before, flag in reversed(list(pairwise(uses))):
        was = model.Read(FLAG, span, before, this)
        found.append(model.If(span, ((was, (model.SetVar(span, flag, this, yes),)),), ()))
    if uses:
        found.append(model.SetVar(span, uses[0], this, yes))
    return tuple(found)


def _bans(session: Session, kind: Body, you: Expr, this: Local, span: Span) -> list[Require]:
    """Nothing forbids actions of these kinds, of this component."""
    found = []
    for name in (*kind.kinds, ANY):
        if (EVERY if name == ANY else name) in session.banned:
            ban = ban_of(session.env, name, ACTING, span)
            said = "every action" if name == ANY else f"{with_article(name)} action"
            found.append(not_banned(ban, you, (this,), said, span))
    return found


def _filled(stmts: Stmts, cost: Stmts, effect: Stmts, span: Span) -> Stmts:
    """The steps of a kind with what is printed in place of `pay cost` and `do effect`."""
    found: list[Stmt] = []
    for stmt in stmts:
        if isinstance(stmt, PrintedPart):
            # A statement of the kind's own, so that it can be told whether this step was come by.
            found.append(model.Let(stmt.span, "printed.part", Const(INTEGER, stmt.span, 0)))
            found += [Cost(span, cost)] if stmt.which == "cost" and cost else effect if stmt.which == "effect" else []
        elif isinstance(stmt, model.If):
            branches = tuple((test, _filled(body, cost, effect, span)) for test, body in stmt.branches)
            other = _filled(stmt.other, cost, effect, span)
            found.append(dataclasses.replace(stmt, branches=branches, other=other))
        elif isinstance(stmt, (model.ForEach, model.Loop, model.Turns, model.May, model.Together)):
            found.append(dataclasses.replace(stmt, body=_filled(stmt.body, cost, effect, span)))
        else:
            found.append(stmt)
    return tuple(found)


def printed_actions(kinds: Iterable[Component]) -> dict[str, Body]:
    """All printed actions of rows of which there is any component, by their names."""
    return {body.name: body for kind in kinds for row in kind.rows if row.copies > 0 for body in row.actions}
