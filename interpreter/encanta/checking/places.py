"""How much places hold, and rows of slots that are filled up from a pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking import structure_codes
from encanta.checking.bounds import MOST_SLOTS, TOO_LARGE
from encanta.checking.coercion import lying_in, place
from encanta.checking.environment import PLAYER, SIDE
from encanta.checking.facts import Facts
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.items import Item
from encanta.checking.model import (
    INTEGER,
    Ability,
    AllOf,
    Arith,
    Component,
    Count,
    Ends,
    Expr,
    ForEach,
    Local,
    Move,
    MoveTrigger,
    Place,
    PlaceOf,
    Stmt,
    Type,
    set_of,
)
from encanta.checking.model import PLAYER as PLAYER_TYPE
from encanta.checking.model import SIDE as SIDE_TYPE
from encanta.checking.options import static_value
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import says
from encanta.checking.static import Known, NotStatic, evaluate
from encanta.checking.tree import text_under, under, words
from encanta.checking.triggers import Heard, heard_in
from encanta.checking.types import enum_type, place_type
from encanta.checking.values import read_formula
from encanta.language import ast
from encanta.language.words import plural
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Node
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


def fill_place(session: Session, item: Item, work: Work) -> tuple[Ability, ...]:
    """Reads how much a place holds and from where its slots are filled; what fills them comes back."""
    found = session.env.places.get(item.key[1])
    if found is None:
        return ()
    node = item.entry.value
    _capacity(session, work, found, node)
    texts = words(node, "refill")
    source = text_under(node, "refill from")
    if source is not None:
        found.refill_from = _source(Leaf(source, work, session), found)
    elif texts:
        message = f"`{found.name}` is to be filled, and it is not said from which pile"
        whole = (0, len(item.entry.key.text))
        help = "add `refill from:` and a pile of the same kind"
        Leaf(item.entry.key, work, session).wrong(codes.MARKET_WITHOUT_DECK, message, whole, help)
    if found.refill_from is None:
        return ()
    return tuple(ability for text in texts for ability in _refilling(Leaf(text, work, session), found))


# ------------------------------------------------------------------------------------------- how much it holds


def _capacity(session: Session, work: Work, found: Place, node: Node) -> None:
    holds, slots = text_under(node, "holds"), text_under(node, "slots")
    for text, wrong in ((slots, found.form != "row"), (holds, found.form == "spot")):
        if text is not None and wrong:
            word = "slots" if text is slots else "holds"
            other = "a row has slots" if text is slots else "a spot has room for one"
            leaf = Leaf(text, work, session)
            leaf.wrong(codes.WRONG_TYPE, f"`{found.name}` is no place for `{word}`: {other}", (0, len(text.text)))
            return
    text = slots if slots is not None else holds
    if text is not None:
        found.slotted = slots is not None
        found.capacity = _static(Leaf(text, work, session))


def _static(leaf: Leaf) -> Expr | None:
    """A number that is known before play."""
    amount = read_formula(leaf, Scope(), INTEGER)
    if is_error(amount):
        return None
    options = leaf.env.options
    try:
        evaluate(leaf.tree("formula"), Known(2, dict.fromkeys(options, 0), options, 2))
    except NotStatic as failure:
        help = "only options, numbers and `count(players)` are known before play"
        leaf.wrong(structure_codes.NOT_STATIC, failure.message, failure.at, help)
        return None
    return amount


def check_capacities(session: Session, facts: Facts, kinds: Mapping[str, Component], found: list[Diagnostic]) -> None:
    """Places that could never hold anything, and homes that are too small for what lies in them at first."""
    known = Known(facts.players, facts.settings, facts.options, len(facts.sides))
    for name, there in session.env.places.items():
        node = session.node(("place", name))
        text = text_under(node, "slots") or text_under(node, "holds")
        most = static_value(text, known) if text is not None and there.capacity is not None else None
        if not isinstance(most, int) or text is None:
            continue
        if there.slotted and most > MOST_SLOTS:
            message = f"a row of {most} slots is too long, and {MOST_SLOTS} are the most"
            found.append(error(TOO_LARGE, message, text.span, help="a pile or a set has room for any number"))
        count = sum(row.copies for row in kinds[there.component].rows) if there.home else 1
        if most < count:
            needed = f"all {count} `{there.component}` lie in it at first" if there.home else "at least one is needed"
            message = f"`{name}` holds {max(most, 0)}, and {needed}"
            found.append(error(codes.NO_ROOM, message, text.span, help="let it hold more"))


# ------------------------------------------------------------------------------------------------- filling it


def _source(leaf: Leaf, row: Place) -> Place | None:
    """The pile from which a row is filled: one for all of them, or each from its own."""
    name = leaf.scalar.text
    source = leaf.env.places.get(name)
    whole = (0, len(name))
    if source is None:
        near = nearest(name, [p.name for p in leaf.env.places.values() if p.component == row.component])
        help = f"did you mean `{near}`?" if near else None
        leaf.wrong(
            codes.MARKET_WITHOUT_DECK, f"there is no place `{name}` to fill `{row.name}` from", whole, help, near
        )
        return None
    problem = None
    if source.component != row.component:
        problem = f"`{name}` holds `{source.component}`, and `{row.name}` is a row of `{row.component}`"
    elif source.each not in (None, row.each):
        problem = f"there is a `{name}` for each {source.each}, and a `{row.name}` {_for_each(row)}"
    elif not row.slotted:
        problem = f"`{row.name}` has no slots that could be filled"
    if problem is not None:
        help = "say how many: `slots: 4`" if problem.endswith("filled") else "name a pile of the same kind"
        leaf.wrong(codes.MARKET_WITHOUT_DECK, problem, whole, help)
        return None
    return source


def _for_each(row: Place) -> str:
    return f"for each {row.each}" if row.each is not None else "for all"


def _refilling(leaf: Leaf, row: Place) -> Iterator[Ability]:
    """The abilities of the game that fill a row at a moment."""
    try:
        moment: ast.Moment = leaf.tree("moment")
    except Unreadable:
        return
    span = leaf.scalar.span
    heard = [Heard(MoveTrigger(False, row, False, None, None, span))]
    if moment.event is not None:
        heard = heard_in(leaf, Scope(), moment.event)
    stmts = tuple(filling(leaf, row, None, span))
    for one in heard:
        yield Ability(
            name=f"refill {row.name}",
            owner=None,
            row=None,
            condition=None,
            triggers=(one.trigger,),
            instead=None,
            optional=False,
            event_condition=one.condition,
            during=(),
            limit=one.limit,
            stmts=stmts,
            changes=(),
            places=(),
            about="",
            span=span,
            locals=dict(leaf.work.locals),
        )


def filling(leaf: Leaf, row: Place, one: Expr | None, span: Span) -> list[Stmt]:
    """What fills a row, or only the one of an owner: from the top of its pile into the gaps."""
    if row.refill_from is None or row.capacity is None:
        return []
    if row.each is None or one is not None:
        return [_fill(leaf, row, row.refill_from, one, span)]
    types = {PLAYER: PLAYER_TYPE, SIDE: SIDE_TYPE}
    type = types.get(row.each) or enum_type(row.each)
    local = Local(type, span, leaf.work.fresh("whose", type))
    fill = _fill(leaf, row, row.refill_from, local, span)
    return [ForEach(span, local.name, AllOf(set_of(type), span), (fill,))]


def _fill(leaf: Leaf, row: Place, source: Place, owner: Expr | None, span: Span) -> Move:
    assert row.capacity is not None
    type: Type = place_type(row.component)
    target = PlaceOf(type, span, row, owner)
    pile = PlaceOf(type, span, source, owner if source.each is not None else None)
    there, deck = lying_in(leaf, target), lying_in(leaf, pile)
    gaps = Arith(INTEGER, span, "-", row.capacity, Count(INTEGER, span, there))
    return Move(span, Ends(deck.type, span, "top", gaps, deck), target, None, None, ())


@says(ast.Refill)
def _refill(leaf: Leaf, scope: Scope, node: ast.Refill) -> list[Stmt]:
    said = node.place.of if isinstance(node.place, ast.Every) else node.place
    named = _all_of(leaf, said) if isinstance(said, ast.Name) else None
    bare = isinstance(node.place, ast.Name) and named is not None and node.place.id == named.name
    if named is not None and not (bare and named.each in (PLAYER, SIDE)):
        row, one = named, None
    else:
        where = place(leaf, scope, node.place)
        if is_error(where):
            return []
        if not isinstance(where, PlaceOf):
            leaf.wrong(codes.NOT_YET, "only a row that is named can be filled", node.place, "say which: `refill ...`")
            return []
        row, one = where.place, where.owner
    leaf.session.place(row.name)
    declared = leaf.session.node(("place", row.name))
    if row.refill_from is None and under(declared, "refill from") is None and under(declared, "refill") is None:
        message = f"nothing says from where `{row.name}` is filled"
        leaf.wrong(codes.MARKET_WITHOUT_DECK, message, node.place, "add `slots:` and `refill from:` to it")
    return filling(leaf, row, one, leaf.span(node))


def _all_of(leaf: Leaf, said: ast.Name) -> Place | None:
    """The place that a bare name, or its plural, stands for."""
    return next((p for p in leaf.env.places.values() if said.id in (p.name, plural(p.name))), None)
