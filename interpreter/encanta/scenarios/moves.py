"""Reads lines of play: who does what with which choices, bound to one game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.scenarios.codes import UNKNOWN_MOVE, UNKNOWN_REASON
from encanta.scenarios.forms import Line
from encanta.scenarios.things import Thing, element, pieces, read_thing, read_things
from encanta.scenarios.words import Unclear, Words, unclear
from encanta.text.diagnostic import Diagnostic
from encanta.text.nearest import nearest
from encanta.text.nodes import Node, Scalar
from encanta.text.spans import Span

PASSES = ("pass", "stop")
NOT_OFFERED = "not offered"
NO_SUCH_CHOICE = "no such choice"
NOT_ASKED = "not asked"
_WITH = re.compile(r"(?:^|\s)with\s")


@dataclass(frozen=True, slots=True)
class Pass:
    """Ends an offer, or lets a question go by."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Uses or declines something optional; `name` is the ability's, empty for whatever is asked."""

    name: str
    use: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """Answers a choice. What the words mean depends on the question; `local` names it, where that is said."""

    node: Node
    local: str


@dataclass(frozen=True, slots=True)
class Act:
    """Takes an action with some of its choices, by their names."""

    body: m.Body
    choices: tuple[tuple[str, tuple[Thing, ...]], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One line of play, understood; `reason_span` is where `because` says why it cannot be made."""

    seat: int
    what: Pass | Answer | Chosen | Act
    words: str
    span: Span
    because: str
    reason_span: Span | None = None


def read_move(words: Words, line: Line) -> Move:
    """What a line means in one game. Raises Unclear."""
    seat = words.seat(line.seat.text, line.seat.span)
    because = "" if line.because is None else _reason(words, line.because)
    reason_span = None if line.because is None else line.because.span
    return Move(seat, _what(words, line), line.words, line.span, because, reason_span)


def try_move(words: Words, line: Line, report: Callable[[Diagnostic], object]) -> Move | None:
    """The same with a report instead of an exception."""
    try:
        return read_move(words, line)
    except Unclear as problem:
        report(problem.diagnostic)
        return None


def _what(words: Words, line: Line) -> Pass | Answer | Chosen | Act:
    text = line.move.text.strip()
    verb, _, rest = text.partition(" ")
    if text in PASSES:
        return Pass()
    body = _action(words, text)
    if body is None and verb in ("use", "decline", "pass"):
        return Answer(_ability(words, rest.strip(), line.move), verb == "use")
    if body is None and verb == "choose":
        return _chosen(line, rest)
    if body is None:
        raise _unknown_move(words, line.move)
    return Act(body, _choices(words, body, line))


def _action(words: Words, text: str) -> m.Body | None:
    """The action with whose name a text begins."""
    found = [body for body in actions(words) if said_in(body, text)]
    return max(found, key=lambda body: len(said_in(body, text)), default=None)


def said_in(body: m.Body, text: str) -> str:
    """The name of an action with which a text begins: its own, or as it is printed; nothing if it is none of them."""
    names = [body.name]
    if body.on_row is not None:
        number = f" {body.on_row.number}" if body.on_row.number else ""
        names.append(f"{body.kinds[0]} {body.on_row.title}{number}")
    return max((name for name in names if text == name or text.startswith(name + " ")), key=len, default="")


def actions(words: Words) -> list[m.Body]:
    """The actions of the game."""
    return [body for body in words.model.bodies.values() if body.kind == "action"]


def _unknown_move(words: Words, node: Scalar) -> Unclear:
    first = node.text.split()[0] if node.text.split() else ""
    known = [body.name for body in actions(words)] + ["pass", "choose", "use", "decline"]
    near = nearest(first, known)
    help = f"did you mean `{near}`?" if near else f"a move is one of {', '.join(known)}"
    span = node.span_of(0, len(first)) if node.text.startswith(first) else node.span
    return unclear(UNKNOWN_MOVE, f"there is no action `{first}`", span, help)


def _ability(words: Words, name: str, node: Scalar) -> str:
    """The name of something optional: an ability, a window, or a verb."""
    known = {ability.name for ability in words.model.abilities} | {body.name for body in words.model.bodies.values()}
    known |= {window.name for window in words.model.windows}
    if name and name not in known:
        near = nearest(name, known)
        help = f"did you mean `{near}`?" if near else None
        raise unclear(UNKNOWN_MOVE, f"there is no ability or verb `{name}`", node.span, help)
    return name


def _chosen(line: Line, rest: str) -> Chosen:
    if line.choices:
        name, node = line.choices[0]
        if len(line.choices) > 1:
            raise unclear(UNKNOWN_MOVE, "one line answers one choice", line.choices[1][0].span)
        return Chosen(node, name.text)
    start = line.move.text.index("choose") + len("choose")
    text = line.move.text[start:].strip()
    if not text:
        raise unclear(UNKNOWN_MOVE, "it is not said what is chosen", line.move.span, "write `choose NAME`")
    begin = line.move.text.index(text, start)
    return Chosen(Scalar(line.move.span_of(begin, begin + len(text)), rest.strip()), "")


# --------------------------------------------------------------------------------- choices of an action


def _choices(words: Words, body: m.Body, line: Line) -> tuple[tuple[str, tuple[Thing, ...]], ...]:
    found = dict(_by_order(words, body, line.move))
    known = {choice.local: choice for choice in body.choices}
    for name, node in line.choices:
        if name.text not in known:
            raise words.unknown(name.text, f"a choice of `{body.name}`", known, name.span)
        if name.text in found:
            raise unclear(UNKNOWN_MOVE, f"`{name.text}` is chosen twice", name.span)
        found[name.text] = tuple(read_things(words, element(known[name.text].type), node))
    return tuple(found.items())


def _by_order(words: Words, body: m.Body, node: Scalar) -> list[tuple[str, tuple[Thing, ...]]]:
    """The choices in their declared order, with `with` or a comma between one and the next.

    A line that goes on with `with` straight after the action leaves out choices that have only one possible value.
    """
    text = node.text.strip()
    begin = node.text.index(text) + len(said_in(body, text))
    groups = _groups(node, begin)
    if not groups:
        return []
    choices = list(body.choices)
    if body.on_row is not None:
        # The component that bears an action is named only where that is needed: `this: ...`.
        choices = choices[1:]
    if not groups[0]:
        groups = groups[1:]
        choices = choices[max(0, len(choices) - len(groups)) :]
    found = []
    for choice in choices:
        while groups and not groups[0]:
            groups = groups[1:]
        if not groups:
            break
        taken = groups[0][:1] if choice.single else groups[0]
        groups[0] = groups[0][len(taken) :]
        found.append((choice.local, tuple(read_thing(words, element(choice.type), t, s) for t, s in taken)))
    left = [piece for group in groups for piece in group]
    if left:
        wants = ", ".join(choice.local for choice in body.choices) or "no choice"
        message = f"`{left[0][0]}` is one choice too many for `{body.name}`"
        raise unclear(UNKNOWN_MOVE, message, left[0][1], f"`{body.name}` has {wants}")
    return found


def _groups(node: Scalar, begin: int) -> list[list[tuple[str, Span]]]:
    """The words after the action: one group between one `with` and the next, the words of a group by commas."""
    if not node.text[begin:].strip():
        return []
    cuts = [(begin + match.start(), begin + match.end()) for match in _WITH.finditer(node.text[begin:])]
    starts = [begin, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(node.text)]
    return [pieces(node, start, end) for start, end in zip(starts, ends, strict=True)]


# --------------------------------------------------------------------------------------------- reasons


def _reason(words: Words, node: Scalar) -> str:
    known = reasons(words)
    text = node.text.strip()
    if text not in known:
        near = nearest(text, known)
        help = f"did you mean `{near}`?" if near else "name a requirement of the action, or its limit"
        raise unclear(UNKNOWN_REASON, f"nothing is refused because of `{text}`", node.span, help)
    return text


def reasons(words: Words) -> list[str]:
    """Everything for which a move can be refused in this game."""
    found = [NOT_OFFERED, NO_SUCH_CHOICE, NOT_ASKED]
    for body in words.model.bodies.values():
        found.extend(require.name for require in body.requires)
        if body.limit is not None:
            found.append(limit_words(body.limit))
    return list(dict.fromkeys(found))


def limit_words(limit: m.LimitOf) -> str:
    """A limit as it is written: `once per turn`, `3 times per round`."""
    times = {1: "once", 2: "twice"}.get(limit.times, f"{limit.times} times")
    return f"{times} per {limit.phase}"
