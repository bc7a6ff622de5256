"""Reading windows: what opens them, whom they ask in which order, what they offer; and the sentence that opens one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
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
from encanta.text.nearest import nearest
from encanta.text.nodes import Node, Scalar

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
