"""Names and texts of a rulebook are a stranger's: none of them reaches the generated code as it is written."""

# ruff: noqa: RUF001 - strange letters are what is tried here

from __future__ import annotations

import json
from pathlib import Path

import pytest

from encanta.compiling.compiler import Compiled
from encanta.machine.program import Program

from .text_of import compiled, strange_parts

HOSTILE = [
    "'",
    '"',
    "'''",
    '"""',
    "\\",
    "\\n",
    "\n",
    "a\nimport os",
    "'); import os; os.abort(); ('",
    '"+__import__("os").abort()+"',
    "{__import__('os').abort()}",
    "{0.__class__}",
    "%(x)s %s %n",
    "${x}",
    "#",
    "s[0] = None",
    "None",
    "__class__",
    "a" * 5000,
    "Ω ☃ 𝕏 ﬁ",
    "\u202e reversed \u2066",
    "\u00a0",
    "yes",
]
"""Texts for titles, explanations, reasons, labels."""

WORDS = [
    "class", "def", "lambda", "import", "return", "yield", "async", "await", "try", "global", "print", "exec",
    "eval", "open", "getattr", "breakpoint", "self", "len", "members", "shuffle_", "_", "__", "__class__",
    "__import__", "__builtins__", "__name__", "__dict__", "s", "k", "f", "v", "b0", "h1", "resume_h1", "start",
    "table", "res", "trig", "you_2", "it_2", "x", "l0_x", "M0", "OPT", "TRACE", "Stuck", "ENOUGH", "None_",
    "True_", "straße", "ﬁ", "𝓎ou", "игра", "名", "a" * 60,
]  # fmt: skip
"""Words for things that the rulebook names."""

BOOK = """\
encanta: 1
title: {text}
about: {text}
players: 2..3
types: {{{w}_type: [{w}_one, {w}_two]}}
needs: {{{text}: count(players) < 9}}
options:
  {w}_number: {{default: 3, type: 1..5, about: {text}}}
  {w}_choice: {{default: {w}_first, readings: {{{w}_first: {text}, {w}_second: {{about: {text}}}}}}}
components:
  {w}_kind:
    has: {{{w}_color: "one of [{w}_red, {w}_blue]", {w}_points: integer, {w}_effect: optional effect}}
places:
  {w}_deck: {{pile of: {w}_kind, home: yes, seen by: nobody, about: {text}}}
  {w}_hand: {{set of: {w}_kind, each: player, seen by: owner}}
  {w}_row: {{row of: {w}_kind, each: {w}_type}}
state:
  game: {{{w}_leader: optional player}}
  player: {{{w}_total: integer}}
  {w}_kind: {{{w}_mark: {{type: flag, reset: leaving {w}_hand}}}}
values:
  game: {{{w}_most: "max({w}_total of players)"}}
  player: {{"{w}_fit({w}_kind {w}_p)": "{w}_points of {w}_p > {w}_number or {w}_p is a {w}_red"}}
setup:
  {w}_mix: shuffle {w}_deck
phases:
  game: |
    repeat {w}_number times:
      do {w}_round
  {w}_round:
    about: {text}
    steps:
      {w}_step: |
        each player:
          do {w}_turn
        tally {w}_sheet
  {w}_turn: offer any of {w}_take
actions:
  {w}_take:
    about: {text}
    limit: once per {w}_turn counted as {w}_count
    with: {{{w}_size: 1}}
    choose: {{{w}_pick: from top 2 of {w}_deck}}
    require: {{{text}: "{w}_fit({w}_pick) or {w}_total < 99"}}
    do: |
      let {w}_local = {w}_pick
      move {w}_local to {w}_hand
      {w}_gain {w}_size to you
      do {w}_effect of {w}_local
procedures:
  {w}_gain integer {w}_n to player {w}_q:
    steps: {{{w}_add: "set {w}_total of {w}_q to {w}_total of {w}_q + {w}_n"}}
events:
  player: {{{w}_event: {{when: "{w}_total becomes 2", about: {text}}}}}
abilities:
  player:
    {w}_ability: {{when: {w}_event(), optional: yes, do: {w}_total +1, about: {text}}}
    {w}_change: {{while: "any({w}_hand)", value: "{w}_points of a {w}_blue in {w}_hand + 1"}}
scoring:
  {w}_sheet: {{of: player, lines: {{{text}: "sum({w}_points of {w}_hand)"}}, adds to: {w}_total}}
end:
  {text}: {{after: {w}_round, if: {w}_most > 50, winners: players with most {w}_total}}
limits:
  {w}_round: {{at most: 9, per: game, then: drawn}}
checks:
  {text}: none({w}_deck where {w}_mark)
"""
CARDS = """\
{w}_kind:
  {w}_row_one: {{{w}_color: {w}_red, {w}_points: 1, copies: 5, text: {text}}}
  {text}: {{{w}_color: {w}_blue, {w}_points: 2, copies: 5, {w}_effect: {w}_total +1}}
"""


def book(word: str, text: str) -> tuple[str, str]:
    """A rulebook in which every name begins with a word, and every text for people is the given one."""
    written = json.dumps(text, ensure_ascii=False)
    return BOOK.format(w=word, text=written), CARDS.format(w=word, text=written)


def played(program: Compiled) -> int:
    """Plays the first option of every decision to the end; gives the number of decisions."""
    machine = Program(program)
    state = machine.start(1)
    count = 0
    while state[1] >= 0 and count < 500:
        machine.advance(state, machine.options(state).at(0))
        count += 1
    return count


def test_the_rulebook_of_these_tests_is_right(tmp_path: Path) -> None:
    program = compiled(tmp_path, *book("plain", "an ordinary text"))
    assert isinstance(program, Compiled), [d.message for d in program]
    assert strange_parts(program.text) == []
    assert played(program) > 5


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:30])
def test_texts_never_reach_the_code(text: str, traced: bool, tmp_path: Path) -> None:
    program = compiled(tmp_path, *book("plain", text), traced=traced)
    if isinstance(program, Compiled):
        assert strange_parts(program.text) == []
        assert played(program) > 5
    else:
        # Nothing but a refusal in words is allowed instead.
        assert [d.code for d in program if d.severity == "error"]


@pytest.mark.parametrize("word", WORDS)
def test_names_never_reach_the_code(word: str, tmp_path: Path) -> None:
    program = compiled(tmp_path, *book(word, "a text"))
    if isinstance(program, Compiled):
        assert strange_parts(program.text) == []
        assert played(program) > 5
    else:
        assert {d.code for d in program if d.severity == "error"} <= {"bad-name", "reserved-name", "cannot-read"}


def test_the_code_is_the_same_whatever_the_texts_are(tmp_path: Path) -> None:
    programs = [compiled(tmp_path, *book("plain", text)) for text in ("one", "'); import os; ('", "☃")]
    texts = {program.text for program in programs if isinstance(program, Compiled)}
    assert len(programs) == 3
    assert len(texts) == 1


@pytest.mark.parametrize(
    "text",
    [
        "x = 'a'",
        "import os",
        "f.__class__",
        "__import__(1)",
        "x = f'{y}'",
        "def é(): pass",
        "with x: pass",
        "x = 1.5",
        "a.b = 1",
    ],
)
def test_strange_parts_are_seen(text: str) -> None:
    assert strange_parts(text)
