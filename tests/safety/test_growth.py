"""A rulebook cannot take unbounded time or memory: not when it is compiled, and not when it is played."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from encanta.compiling.compiler import Compiled
from encanta.machine.program import Outcome, Program
from encanta.text.diagnostic import Diagnostic

from .text_of import compiled

BOOK = """\
encanta: 1
title: Tiny
players: 2
{extra}components:
  card: {{has: {{points: integer}}}}
places:
  deck: {{pile of: card, home: yes}}
  hand: {{set of: card, each: player, seen by: owner}}
state: {{game: {{total: integer, done: flag, leader: optional player}}}}
phases:
  game: |
    shuffle deck
    act
procedures:
  act: |
{body}
end: {{over: {{after: game, if: done or not done, winners: players}}}}
limits: {{game: {{at most: 1, per: game, then: drawn}}}}
"""
CARDS = "card: {one: {points: 1, copies: 30}, two: {points: 2, copies: 30}}\n"


def book(body: str, extra: str = "") -> str:
    return BOOK.format(extra=extra, body="\n".join(f"    {line}" for line in body.split("\n")))


def nested(line: str, depth: int, inner: str) -> str:
    """Blocks in blocks; `#` stands for the level."""
    lines = [" " * level + line.replace("#", str(level)) for level in range(depth)]
    return "\n".join([*lines, " " * depth + inner])


FORMULAS = {
    "number": [
        "({} + total)", "(total - {})", "(2 / {})", "({} * total)", "abs({})", "max({}, 1)", "min([1, {}])",
        "(1 if done else {})", "({} if done else 1)", "(1 if {} < 2 else 3)", "(1 if {} is 2 else 3)",
        "count(cards where points is {})", "count(top ({}) of deck)", "count(cards with most points + {})",
        "count(distinct(points of (cards where points is {})))", "points of (top of deck) + {}",
        "count(hand of (first of (players where count(hand) is {})))",
        "count((cards where points is {}) otherwise cards)",
        "count(every hand where points is {})", "count([first of cards where points is {}])",
    ],
    "flag": [
        "not {}", "({} and done)", "({} or done)",
        "(done if {} else not done)", "any(cards where {})", "({} is not done)",
    ],
    "player": [
        "left of ({})", "first of clockwise({})",
        "first of (members of side of ({}))", "owner of (first of hand of ({}))",
    ],
}  # fmt: skip
TARGETS = {"number": ("total", "total"), "flag": ("done", "done"), "player": ("leader", "leader")}


def deep(form: str, kind: str, depth: int) -> str:
    target, inner = TARGETS[kind]
    for _ in range(depth):
        inner = form.format(inner)
    return f"set {target} to {inner}"


@pytest.mark.parametrize(("kind", "form"), [(kind, form) for kind, forms in FORMULAS.items() for form in forms])
def test_code_grows_with_its_formula_and_no_faster(kind: str, form: str, tmp_path: Path) -> None:
    sizes = []
    for depth in (2, 4, 6):
        program = compiled(tmp_path, book(deep(form, kind, depth)), CARDS.replace("30", "3"))
        if not isinstance(program, Compiled):
            assert {d.code for d in program if d.severity == "error"} <= {"cannot-read", "takes-too-long"}, said(
                program
            )
            break
        sizes.append(len(program.text))
    assert sizes
    if len(sizes) == 3:
        first, second, third = sizes
        assert third - second <= 1.5 * (second - first) + 100


def said(found: list[Diagnostic]) -> list[str]:
    return [f"{d.code}: {d.message}" for d in found]


@pytest.mark.parametrize(
    "body",
    [
        "set total to " + "total + " * 35 + "total",
        "set total to " + "total - (" * 25 + "total" + ")" * 25,
        "set done to " + "not " * 40 + "done",
        "set total to " + "abs(" * 30 + "total" + ")" * 30,
        "set total to " + "(1 if done else " * 25 + "total" + ")" * 25,
        nested("if total < #:", 20, "set total to 1"),
        nested("repeat 2 times:", 18, "set total to 1"),
        nested("each player:", 18, "move top of deck to hand"),
        nested("each player:", 18, "choose c from hand\n" + " " * 18 + "move c to deck"),
    ],
)
def test_what_can_be_read_can_be_compiled(body: str, tmp_path: Path) -> None:
    for traced in (False, True):
        program = compiled(tmp_path, book(body), CARDS, traced=traced)
        if isinstance(program, Compiled):
            assert compile(program.text, "text", "exec") is not None
        else:
            assert {d.code for d in program if d.severity == "error"} <= {"takes-too-long"}, said(program)


REFUSED = {
    "many components": (book("set total to 1"), CARDS.replace("30", "900000000"), "too-large"),
    "many limits": (
        book("set total to 1", "actions: {go: {limit: 900000000 times per game, do: set total to 1}}\n"),
        CARDS,
        "too-large",
    ),
    "loops over sets": (book(nested("for each x# in cards:", 6, "set total to points of x0")), CARDS, "takes-too-long"),
    "sets in sets": (
        book(
            "set total to "
            + "".join(f"count(cards as x{i} where points of x{i} + total < " for i in range(6))
            + " + ".join(f"points of x{i}" for i in range(6))
            + ")" * 6
        ),
        CARDS,
        "takes-too-long",
    ),
    "values that double": (
        book(
            "set total to v0(1)",
            "values:\n  game:\n"
            + "".join(f"    v{i}(integer n): v{i + 1}(n + 1) + v{i + 1}(n + 2)\n" for i in range(40))
            + "    v40(integer n): n + total\n",
        ),
        CARDS,
        "takes-too-long",
    ),
    "a value that needs itself": (book("set total to v", "values: {game: {v: v + 1}}\n"), CARDS, "value-cycle"),
    "players": (book("set total to 1").replace("players: 2\n", "players: 2..900000000\n"), CARDS, "bad-number"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_would_run_away_is_refused(kind: str, tmp_path: Path) -> None:
    rulebook, cards, code = REFUSED[kind]
    before = time.process_time()
    found = compiled(tmp_path, rulebook, cards)
    assert not isinstance(found, Compiled)
    assert code in {d.code for d in found}, said(found)
    assert time.process_time() - before < 10


PLAYED = {
    "a long loop": (book("repeat 900000000 times:\n  set total to total + 1"), "stuck"),
    "loops in loops": (book(nested("repeat 900000 times:", 5, "set total to total + 1")), "stuck"),
    "loops for ever": (book(nested("repeat:", 5, "set total to total + 1")), "stuck"),
    "a procedure that calls itself": (book("set total to total + 1\nact"), "stuck"),
    "procedures that call each other": (
        book("set total to total + 1\nact2\nact2\n").replace("end:", "  act2: |\n    act\nend:", 1),
        "stuck",
    ),
    "a trigger that sets itself off": (
        book("set total to 1", "abilities: {game: {again: {when: total changes, do: total +1; total +1}}}\n"),
        "stuck",
    ),
    "squares of squares": (book("repeat 900 times:\n  set total to (total + 2) * (total + 2)"), "won"),
    "powers": (book("repeat 9000 times:\n  set total to total * 9 + 7"), "won"),
}  # fmt: skip


@pytest.mark.parametrize("kind", PLAYED)
def test_what_runs_away_in_play_comes_to_an_end(kind: str, tmp_path: Path) -> None:
    rulebook, wanted = PLAYED[kind]
    program = compiled(tmp_path, rulebook, CARDS)
    assert isinstance(program, Compiled), said(program)
    before = time.process_time()
    machine = Program(program)
    outcome = machine.outcome(machine.start(1))
    assert isinstance(outcome, Outcome)
    assert outcome.kind == wanted
    assert time.process_time() - before < 10


def test_a_choice_that_hardly_fits_is_not_searched_for_ever(tmp_path: Path) -> None:
    rows = "card:\n" + "".join(f"  r{i}: {{points: {i}}}\n" for i in range(60))
    body = "each player:\n  choose 20 c from cards such that sum(points of c) is 3\n  move c to hand"
    program = compiled(tmp_path, book(body), rows)
    assert isinstance(program, Compiled), said(program)
    before = time.process_time()
    machine = Program(program)
    state = machine.start(1)
    assert machine.outcome(state) is not None or len(machine.options(state)) >= 0
    assert time.process_time() - before < 30
