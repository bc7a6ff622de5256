"""Reading windows: what opens them, whom they ask in which order, what they offer; and the sentence that opens one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.checks.hidden import Hidden, hidden
from encanta.checking.checks.sight import EVERYBODY, HIDDEN, SEEN, Sight, View, through
from encanta.checking.coercion import player, players
from encanta.checking.deeds import named_body, offered_body
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.items import Item
from encanta.checking.model import (
    FLAG,
    PLAYER,
    Body,
    Current,
    EdgeTrigger,
    Expr,
    Local,
    MoveTrigger,
    OpenWindow,
    SetOf,
    Stmt,
    Window,
    set_of,
)
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import says
from encanta.checking.tree import about, text_under, words
from encanta.checking.triggers import Heard, both, read_heard
from encanta.checking.types import optional
from encanta.checking.values import read_formula
from encanta.language import ast
from encanta.text.diagnostic import Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Node, Scalar
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


def read_window(session: Session, item: Item, work: Work) -> Window | None:
    """A window with everything that stands under it."""
    window = session.window(item.key[1])
    if window is None:
        return None
    node = item.entry.value
    window.about = about(node)
    window.during = _during(session, work, node)
    test = text_under(node, "if")
    window.condition = read_formula(Leaf(test, work, session), Scope(), FLAG) if test is not None else None
    _opens(session, work, node, window)
    asks = text_under(node, "asks")
    if asks is not None:
        window.asks = _asks(Leaf(asks, work, session), window)
    window.start = _start(session, work, text_under(node, "order"), item.entry.key)
    window.offers = _offers(session, work, node, item.entry.key)
    quiet = text_under(node, "quiet")
    if quiet is not None:
        work.locals["you"] = PLAYER
        seat = Scope(Local(PLAYER, quiet.span, "you"))
        window.quiet = read_formula(Leaf(quiet, work, session), seat, FLAG)
    _check_known(work, window)
    return window


def _during(session: Session, work: Work, node: Node) -> tuple[str, ...]:
    found = []
    for name in words(node, "during"):
        if named_body(Leaf(name, work, session), name.text, (0, len(name.text)), ("phase",)) is not None:
            found.append(name.text)
    return tuple(found)


# ------------------------------------------------------------------------------------------ what opens it


def _opens(session: Session, work: Work, node: Node, window: Window) -> None:
    """The events that open it; what a named event asks besides goes into its trigger, or into the condition."""
    opens: list[MoveTrigger | EdgeTrigger] = []
    for text in words(node, "opens"):
        leaf = Leaf(text, work, session)
        for heard in read_heard(leaf, Scope()):
            trigger = _trigger(leaf, heard)
            if trigger is not None:
                opens.append(trigger)
                _joined(leaf, heard, trigger, window)
    window.opens = tuple(opens)


def _trigger(leaf: Leaf, heard: Heard) -> MoveTrigger | EdgeTrigger | None:
    whole = (0, len(leaf.scalar.text))
    if not isinstance(heard.trigger, (MoveTrigger, EdgeTrigger)):
        message = "a window that opens before or after a step is not part of this version of the language"
        leaf.wrong(codes.NOT_YET, message, whole, "say `open` and its name where that happens")
        return None
    if heard.limit is not None:
        message = "a window that opens at an event with a limit is not part of this version of the language"
        leaf.wrong(codes.NOT_YET, message, whole, "leave the limit of the event out")
        return None
    return heard.trigger


def _joined(leaf: Leaf, heard: Heard, trigger: MoveTrigger | EdgeTrigger, window: Window) -> None:
    if heard.condition is None:
        return
    if isinstance(trigger, MoveTrigger):
        trigger.condition = both(trigger.condition, heard.condition)
        return
    window.condition = both(window.condition, heard.condition)
    if len(words(leaf.session.node(("window", window.name)), "opens")) > 1:
        message = "several events of which one has an `if` are not part of this version of the language"
        help = "put the condition into the window, or write two windows"
        leaf.wrong(codes.NOT_YET, message, (0, len(leaf.scalar.text)), help)


# ----------------------------------------------------------------------------------------- whom it asks


def _asks(leaf: Leaf, window: Window) -> Expr:
    asks = read_formula(leaf, Scope(), set_of(PLAYER))
    if isinstance(asks, SetOf) and not asks.items:
        leaf.wrong(codes.EMPTY_WINDOW, f"`{window.name}` asks nobody", (0, len(leaf.scalar.text)), _FOR_EXAMPLE)
    return asks


_FOR_EXAMPLE = "say whom, for example `players` or `players where any(hand)`"


def _start(session: Session, work: Work, text: Scalar | None, key: Scalar) -> Expr | None:
    """Where it begins to ask, None by lot; the player whose turn it is unless it is said."""
    if text is None:
        return Current(optional(PLAYER), key.span)
    leaf = Leaf(text, work, session)
    try:
        node: ast.Asked = leaf.tree("asked")
    except Unreadable:
        return None
    return player(leaf, Scope(), node.start) if node.start is not None else None


def _offers(session: Session, work: Work, node: Node, key: Scalar) -> tuple[Body, ...]:
    names = words(node, "offers")
    found = (offered_body(Leaf(name, work, session), name.text, (0, len(name.text))) for name in names)
    if not names:
        message = f"`{key.text}` offers nothing, so nobody could do anything in it"
        help = "name the actions under `offers`"
        Leaf(key, work, session).wrong(codes.EMPTY_WINDOW, message, (0, len(key.text)), help)
    return tuple(body for body in found if body is not None)


# ------------------------------------------------------------------------------------------- what is known


def _check_known(work: Work, window: Window) -> None:
    """Whether it opens, and whom it asks, everybody must know; `quiet` reads what the asked player knows."""
    for key, reads in groupby(what_it_reads(window), lambda read: read[0]):
        _report(work, key, (found for _, expr, view in reads for found in hidden(expr, view)))


def what_it_reads(window: Window) -> Iterator[tuple[str, Expr, View]]:
    """The formulas of a window that not everything may stand in: under which key, and what is known there."""
    for trigger in window.opens:
        yield from (("opens", expr, view) for expr, view in _in_event(trigger))
    for key, expr in (("if", window.condition), ("asks", window.asks), ("order", window.start)):
        if expr is not None and not is_error(expr):
            yield key, expr, EVERYBODY
    if window.quiet is not None and not is_error(window.quiet):
        yield "quiet", window.quiet, through("you", {})


def _in_event(trigger: MoveTrigger | EdgeTrigger) -> Iterator[tuple[Expr, View]]:
    if isinstance(trigger, EdgeTrigger):
        yield trigger.value, EVERYBODY
        if trigger.target is not None:
            yield trigger.target, EVERYBODY
    elif trigger.condition is not None:
        places = (trigger.place, trigger.source or trigger.place)
        seen = any(place.seen_by == "everyone" for place in places)
        it = Sight(SEEN) if seen else Sight(HIDDEN, trigger.place)
        yield trigger.condition, EVERYBODY.seeing({"it": it})


def _report(work: Work, key: str, found: Iterator[Hidden]) -> None:
    """One complaint for each place where something is said that is not known."""
    said: set[Span] = set()
    for read in found:
        if read.said in said:
            continue
        said.add(read.said)
        who = "the asked player may not know" if key == "quiet" else "not everybody knows"
        labels = (Label(read.read, "read here"),) if read.read != read.said else ()
        help = _WHAT_IS_KNOWN if key != "quiet" else "ask first whether `it is known to you`"
        message = f"`{key}` of a window reads {read.what}, which {who}"
        work.found.append(error(codes.HIDDEN_READ, message, read.said, labels=labels, help=help))


_WHAT_IS_KNOWN = "everybody knows what lies in places that everyone sees, how many there are of anything, and variables"


# -------------------------------------------------------------------------------------------- opening one


@says(ast.Open)
def _open(leaf: Leaf, scope: Scope, node: ast.Open) -> list[Stmt]:
    who = players(leaf, scope, node.who) if node.who is not None else None
    window = leaf.session.window(node.name)
    if window is None:
        near = nearest(node.name, leaf.session.names_of("window"))
        help = f"did you mean `{near}`?" if near else "windows are declared under `windows`"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no window `{node.name}`", node.name_at, help, near)
        return []
    return [] if who is not None and is_error(who) else [OpenWindow(leaf.span(node), window, who)]
