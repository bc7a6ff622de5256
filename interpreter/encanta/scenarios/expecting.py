"""Looks at what a scenario expects: field by field, in the order in which it is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.structure_codes import UNKNOWN_KEY
from encanta.scenarios import expecting_places as places
from encanta.scenarios import expecting_tables as tables
from encanta.scenarios import law_looks, offers
from encanta.scenarios.codes import UNKNOWN_SUBJECT
from encanta.scenarios.given import read_at
from encanta.scenarios.items import scalars
from encanta.scenarios.looks import Look, Report, mapping_of, one, text_of
from encanta.scenarios.moves import Move, try_move
from encanta.scenarios.offers import Difference
from encanta.scenarios.reading import read_line
from encanta.scenarios.session import Session
from encanta.scenarios.words import PlaceSubject, Unclear, VariableSubject, Words, unclear
from encanta.text.nodes import Entry, Mapping, Sequence
from encanta.text.spans import Span

_SEAT_KEY = re.compile(r"(P[0-9]+) (knows|sees)")
_VIEW_KEY = re.compile(r"view of (P[0-9]+)")


@dataclass(frozen=True, slots=True)
class Expected:
    """One field that is looked at."""

    key: str
    look: Look
    span: Span


def read_expected(words: Words, node: Mapping | None, report: Report) -> list[Expected]:
    """Everything that is expected, bound to one game, with a report of what cannot be understood."""
    found = []
    for entry in node if node is not None else ():
        try:
            look = _Reader(words, report).look(entry)
        except Unclear as problem:
            report(problem.diagnostic)
        else:
            found.append(Expected(entry.key.text, look, entry.key.span))
    return found


class _Reader:
    def __init__(self, words: Words, report: Report) -> None:
        self.words = words
        self.report = report
        self._special: dict[str, Callable[[Entry], Look]] = {
            "asked": self._asked,
            "question": self._question,
            "phase": self._phase,
            "at": self._phase,
            "offered": self._offered,
            "refused": self._refused,
            "over": self._over,
            "winner": self._winners,
            "winners": self._winners,
            "result": self._result,
            "outcome": self._result,
            "laws": lambda entry: law_looks.laws(words, entry),
            "events": lambda entry: tables.events(words, entry),
            "log": lambda entry: tables.events(words, entry),
        }

    def look(self, entry: Entry) -> Look:
        """How one field is looked at. Raises Unclear."""
        key = entry.key.text
        seat_key = _SEAT_KEY.fullmatch(key)
        view_key = _VIEW_KEY.fullmatch(key)
        if seat_key is not None:
            seat = self.words.seat(seat_key[1], entry.key.span)
            if seat_key[2] == "knows":
                return places.knows(self.words, seat, entry)
            return places.sees(self.words, seat, entry, self.report)
        if view_key is not None:
            return places.sees(self.words, self.words.seat(view_key[1], entry.key.span), entry, self.report)
        if key in self._special:
            return self._special[key](entry)
        if key == "scores" or key == "score" or key.startswith("scores "):
            return tables.scores(self.words, entry)
        return tables.components(self.words, entry) or self._subject(entry)

    # ------------------------------------------------------------------------- who, what, which phase

    def _asked(self, entry: Entry) -> Look:
        text = text_of(entry)
        seat = m.NOTHING if text in ("nobody", "nothing") else self.words.seat(text, entry.value.span)
        expected = "nobody" if seat < 0 else f"P{seat + 1}"

        def look(session: Session) -> list[Difference]:
            actual = "nobody" if session.over else f"P{session.seat + 1}"
            return one("asked", expected, actual, entry.value.span)

        return look

    def _question(self, entry: Entry) -> Look:
        expected = text_of(entry)

        def look(session: Session) -> list[Difference]:
            site = session.site
            actual = "nothing" if site is None else site.name or site.body
            return one("question", expected, actual, entry.value.span)

        return look

    def _phase(self, entry: Entry) -> Look:
        name, _, whose = text_of(entry).partition(" of ")
        known = [body.name for body in self.words.model.bodies.values() if body.kind == "phase"]
        if name not in (*known, self.words.model.root.name):
            raise self.words.unknown(name, "a phase", known, entry.value.span)
        if whose:
            read_at(self.words, entry.value)

        def look(session: Session) -> list[Difference]:
            actual = next(iter(session.phases), "nothing")
            shown = f"{actual} of P{session.current + 1}" if whose and not session.over else actual
            return one("phase", text_of(entry), shown, entry.value.span)

        return look

    # ------------------------------------------------------------------------------ offers, refusals

    def _offered(self, entry: Entry) -> Look:
        pairs = []
        for inner in mapping_of(entry, "what is offered is said by seats: `{P1: [...]}`"):
            pairs.append((self.words.seat(inner.key.text, inner.key.span), inner.value))

        def look(session: Session) -> list[Difference]:
            found = [offers.offered(session, seat, node) for seat, node in pairs]
            return [difference for difference in found if difference is not None]

        return look

    def _refused(self, entry: Entry) -> Look:
        moves: list[Move] = []
        items = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
        for item in items:
            line = read_line(item, self.report)
            move = None if line is None else try_move(self.words, line, self.report)
            if move is not None:
                moves.append(move)

        def look(session: Session) -> list[Difference]:
            found = [offers.refused(session, move) for move in moves]
            return [difference for difference in found if difference is not None]

        return look

    # --------------------------------------------------------------------------------------- the end

    def _over(self, entry: Entry) -> Look:
        expected = self.words.single(m.FLAG, text_of(entry), entry.value.span)

        def look(session: Session) -> list[Difference]:
            return one("over", _yes(expected), _yes(session.over), entry.value.span)

        return look

    def _winners(self, entry: Entry) -> Look:
        seats = set()
        for word in scalars(entry.value):
            if word.text not in ("nobody", "nothing"):
                seats.add(self.words.seat(word.text, word.span))

        def look(session: Session) -> list[Difference]:
            outcome = session.outcome
            actual = "the game is not over" if outcome is None else _seats(outcome.winners)
            # A side is named by any of its players.
            together = set(map(session.layout.side_of.__getitem__, seats))
            if outcome is not None and together == {session.layout.side_of[seat] for seat in outcome.winners}:
                return []
            return one("winners", _seats(seats), actual, entry.value.span, outcome is not None)

        return look

    def _result(self, entry: Entry) -> Look:
        expected = text_of(entry)

        def look(session: Session) -> list[Difference]:
            outcome = session.outcome
            actual = "the game is not over" if outcome is None else outcome.kind
            if outcome is not None and expected == outcome.reason:
                return []
            return one("result", expected, actual, entry.value.span, outcome is not None)

        return look

    # ------------------------------------------------------------------------------ places, variables

    def _subject(self, entry: Entry) -> Look:
        try:
            subject = self.words.subject(entry.key.text, entry.key.span)
        except Unclear as problem:
            raise self._perhaps_a_key(entry, problem) from None
        if isinstance(subject, PlaceSubject):
            return places.place(self.words, subject, entry)
        type_ = subject.variable.type if isinstance(subject, VariableSubject) else subject.value.type
        return places.valued(self.words, subject, type_, entry)

    def _perhaps_a_key(self, entry: Entry, problem: Unclear) -> Unclear:
        """A key that is near one of the keys of `expect` was meant to be one."""
        from encanta.text.nearest import nearest

        near = nearest(entry.key.text, [*self._special, "scores"])
        if problem.diagnostic.code != UNKNOWN_SUBJECT or near is None or problem.diagnostic.help:
            return problem
        message = f"`expect` has no key `{entry.key.text}`"
        return unclear(UNKNOWN_KEY, message, entry.key.span, f"did you mean `{near}`?")


def _yes(flag: object) -> str:
    return "yes" if flag else "no"


def _seats(seats: object) -> str:
    found = sorted(seats) if isinstance(seats, (set, tuple, list, frozenset)) else []
    return f"[{', '.join(f'P{seat + 1}' for seat in found)}]"
