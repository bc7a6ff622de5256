"""Units, gains that last, what is picked in sentences, one of several deeds, events by verb."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.machine.names import Names
from encanta.machine.program import Program
from encanta.machine.table import State
from small_games import program_of

STATE = """\
state:
  player:
    coins: {type: 0.., one: coin, start: 3}
    hurts: {type: 0.., one: hurt}
    seen: integer
    also: integer
values:
  player:
    might: {is: hurts, at least: 0, at most: 9, gains last: turn}
  card: {alone: count(place of it) < 2}
procedures:
  cure n: lose n hurts
  drop it: {require: {not alone: not alone of it}, do: move it to thrown}
  gain it: {steps: {come: move it to hand, tell: got it}}
  got card it: {announce: yes}
"""


def played(folder: Path, block: str, more: str = "", players: int = 2) -> tuple[Program, State]:
    """A game in which the first player does something, up to the first question."""
    lines = "".join(f"    {line}\n" for line in block.strip().splitlines())
    text = f"""{STATE}{more}phases:
  game: |
    deal 3 from deck to each player's hand
    take turns once clockwise from first of players among [first of players]:
      do turn
      do rest
  turn: |
{lines}  rest: |
    let it_ends = 1
    set seen to seen + it_ends - 1
"""
    program = program_of(folder, text, players)
    return program, program.start(1)


def number(at: tuple[Program, State], name: str, seat: int = 0) -> int:
    program, s = at
    first = next(cell for v, cell in program.layout.variables.items() if v.name == name)
    value: int = s[first + seat]
    return value


def held(at: tuple[Program, State], place: str, owner: int = -1) -> int:
    program, s = at
    cell = next(i.cell for i in program.layout.instances if i.place.name == place and i.owner == owner)
    return len(program.table.listed(s, cell))


def asked(at: tuple[Program, State]) -> list[str]:
    """The options of the question that the game stands at."""
    program, s = at
    if program.asked(s) < 0:
        return []
    site, names = program.site(s), Names(program.layout)
    return [names.element(site.element, site.of, v) for v in program.options(s)]


UNITS = {
    "taken": ("take 2 coins", 5, 3),
    "lost": ("lose 2 coins", 1, 3),
    "no more is lost than there is": ("lose 9 coins", 0, 3),
    "taken from somebody": ("take 2 coins from left of you", 5, 1),
    "no more is taken than there is": ("take 9 coins from left of you", 6, 0),
    "given": ("give 2 coins to left of you", 1, 5),
    "nothing below zero": ("take (1 - 5) coins", 3, 3),
    "for every so many": ("take 1 coin per 2 coins", 4, 3),
    "for every one": ("take 2 coins per hurts", 3, 3),
    "any formula": ("take 2 + count(hand) coins", 8, 3),
    "after who does it": ("left of you takes 1 coin; each player takes 2 coins", 5, 6),
    "by the others": ("each other player loses 1 coin", 3, 2),
    "by all": ("all players lose 2 coins", 1, 1),
    "one for several": ("take 1 coins; take 2 coin", 6, 3),
    "the variable as an amount": ("take coins coins", 6, 3),
}


@pytest.mark.parametrize("what", UNITS)
def test_units(what: str, tmp_path: Path) -> None:
    block, mine, other = UNITS[what]
    at = played(tmp_path, block)
    assert (number(at, "coins"), number(at, "coins", 1)) == (mine, other)


GAINS = {
    "a gain": ("might +2\nset seen to might", 2),
    "a gain that is worked out once": ("might +1 per 2 coins\ntake 5 coins\nset seen to might", 1),
    "a loss": ("take 5 hurts; might -2; set seen to might", 3),
    "not below its floor": ("might -2; set seen to might", 0),
    "what is below the floor is there all the same": ("might -2; might +3; set seen to might", 1),
    "not above its cap": ("might +20; set seen to might", 9),
    "of somebody else": ("let p = left of you\np's might +3\nset seen to might", 0),
    "gone with its phase": ("might +2\ndo turn_again", 0),
}


@pytest.mark.parametrize("what", GAINS)
def test_gains_last_until_a_phase_ends(what: str, tmp_path: Path) -> None:
    block, wanted = GAINS[what]
    if "turn_again" in block:
        text = STATE + "phases:\n  game: |\n    each player:\n      do turn\n      do turn\n"
        text += "  turn: |\n    set seen to might\n    might +2\n"
        program = program_of(tmp_path, text)
        assert number((program, program.start(1)), "seen") == wanted
        return
    assert number(played(tmp_path, block), "seen") == wanted


CHANGED = """\
abilities:
  player:
    strong: {value: [might + 4, might times 2]}
    set_to: {while: coins > 9, value: might is 1}
"""


@pytest.mark.parametrize(("block", "wanted"), [("might +1", 9), ("might -3", 2), ("take 9 coins; might +1", 9)])
def test_gains_stand_with_what_is_added(block: str, wanted: int, tmp_path: Path) -> None:
    # Set first, then everything that is added, then times, then the floor and the cap.
    assert number(played(tmp_path, f"{block}\nset seen to might", CHANGED), "seen") == wanted


PICKS = {
    "one of a set": ("drop 1 of hand", 2, 3, 1),
    "two of a set, one after the other": ("drop 2 of hand", 1, 3, 2),
    "not what the verb cannot be done with": ("repeat 4 times:\n  drop 1 of hand", 1, 3, 2),
    "things of others, chosen by them": ("left of you drops 1 of their hand", 3, 2, 1),
    "all at once": ("all players drop 1 of their hand", 2, 2, 2),
    "all others at once": ("all other players drop 1 of their hand", 3, 2, 1),
    "narrowed": ("drop 1 of hand where points > 9", 3, 3, 0),
    "by lot": ("move random 2 of hand to thrown", 1, 3, 2),
    "more than there is, by lot": ("move random 5 of hand to thrown", 0, 3, 3),
    "of somebody": ("move 1 of another player's hand to thrown", 3, 2, 1),
}


@pytest.mark.parametrize("what", PICKS)
def test_what_is_picked_in_a_sentence(what: str, tmp_path: Path) -> None:
    block, mine, other, thrown = PICKS[what]
    program, s = played(tmp_path, block)
    while program.asked(s) >= 0:
        program.advance(s, program.options(s).at(0))
    at = (program, s)
    assert (held(at, "hand", 0), held(at, "hand", 1), held(at, "thrown")) == (mine, other, thrown)


ALTERNATIVES = {
    "one can be done": ("lose 9 coins or else lose 2 coins", [], 1),
    "none can be done": ("lose 9 coins or else lose 8 coins", [], 0),
    "both can be done": ("lose 1 coin or else lose 2 coins", ["lose 1 coin", "lose 2 coins"], 3),
    "of their own will": ("may lose 1 coin or else lose 9 coins", ["lose 1 coin", "no"], 3),
    "nothing is asked of those who can do nothing": ("may lose 9 coins or else lose 8 coins", [], 3),
    "a verb that cannot be done": ("take 5 coins or else drop 1 of shown", [], 8),
}


@pytest.mark.parametrize("what", ALTERNATIVES)
def test_one_of_several(what: str, tmp_path: Path) -> None:
    block, options, coins = ALTERNATIVES[what]
    at = played(tmp_path, block)
    assert asked(at) == options
    assert number(at, "coins") == coins


def test_everybody_picks_before_anything_happens(tmp_path: Path) -> None:
    program, s = played(tmp_path, "all players drop 1 of their hand", players=3)
    at = (program, s)
    askings = 0
    while program.asked(s) >= 0:
        assert held(at, "thrown") == 0
        askings += 1
        program.advance(s, program.options(s).at(0))
    assert askings > 1
    assert held(at, "thrown") == 3


def test_the_player_with_most_is_picked_only_among_several(tmp_path: Path) -> None:
    at = played(tmp_path, "take 1 hurt; the player with most hurts takes 5 coins", players=3)
    assert number(at, "coins") == 8
    assert asked(played(tmp_path, "the player with most coins takes 5 coins", players=3)) == ["P1", "P2", "P3"]


def test_dice_are_within_their_sides(tmp_path: Path) -> None:
    found = set()
    program, _ = played(tmp_path, "take d3 hurts; let x = roll 2d2; set seen to x")
    for seed in range(30):
        s = program.start(seed)
        found.add((number((program, s), "hurts"), number((program, s), "seen")))
    assert {a for a, _ in found} == {1, 2, 3}
    assert {b for _, b in found} == {2, 3, 4}


HEARD = {
    "what you do": ("you cure", "cure 1", 1, 0),
    "what a kind is done with": ("you gain a red", "gain first of (hand where suit is red)", None, 0),
    "what another player does": ("another player cures", "cure 1", 0, 1),
    "what anybody does": ("a player cures", "cure 1", 1, 1),
    "what is taken": ("you take coins", "take 2 coins", 1, 0),
    "what is taken from somebody": ("you take coins", "take 2 coins from left of you", 1, 0),
    "nothing is taken": ("you take coins", "take 0 coins", 0, 0),
    "what is lost": ("you lose coins", "lose 2 coins; take 1 coin", 1, 0),
    "giving is not losing": ("you lose coins", "give 2 coins to left of you", 0, 0),
    "what is given": ("you give coins", "give 2 coins to left of you", 1, 0),
    "in a procedure": ("you lose hurts by cure", "take 5 hurts; lose 1 hurt; cure 2", 1, 0),
    "what announces itself": ("you got a card", "gain first of hand", 1, 0),
}


@pytest.mark.parametrize("what", HEARD)
def test_events_by_verb(what: str, tmp_path: Path) -> None:
    event, block, mine, other = HEARD[what]
    ability = f"abilities: {{player: {{heard: {{when: {event}, do: also +1}}}}}}\n"
    program, s = played(tmp_path, block, ability)
    if mine is None:
        reds = [c for c in range(program.layout.components) if Names(program.layout).component(c).startswith("red")]
        cell = next(i.cell for i in program.layout.instances if i.place.name == "hand" and i.owner == 0)
        mine = int(any(c in program.table.listed(s, cell) for c in reds))
    assert (number((program, s), "also"), number((program, s), "also", 1)) == (mine, other)


def test_an_amount_is_what_was_really_taken(tmp_path: Path) -> None:
    ability = "abilities: {player: {heard: {when: you lose coins, do: also + n}}}\n"
    assert number(played(tmp_path, "lose 9 coins", ability), "also") == 3


def test_an_amount_is_n_however_its_verb_calls_it(tmp_path: Path) -> None:
    ability = "abilities: {player: {heard: {when: you strain, do: also + n}}}\n"
    block, book = "strain 3", ability
    more = STATE.replace("procedures:\n", "procedures:\n  strain much: take much hurts\n")
    text = more + book + "phases:\n  game: |\n    take turns once clockwise from first of players:\n      do turn\n"
    program = program_of(tmp_path, text + f"  turn: |\n    {block}\n")
    assert number((program, program.start(1)), "also") == 3


INSTEAD = {
    "the whole of a verb": ("take 5 hurts\ncure 3", "you cure", "cure n - 1", ("hurts", 3)),
    "not within itself": ("take 5 hurts\ncure 3\ncure 3", "you cure", "cure n - 1", ("hurts", 1)),
    "of a unit": ("take 4 coins", "you take coins", "take n - 1 coins", ("coins", 6)),
    "in a procedure only": (
        "take 5 hurts; lose 1 hurt; cure 3",
        "you lose hurts by cure",
        "lose n - 2 hurts",
        ("hurts", 3),
    ),
    "of nobody else": ("left of you takes 4 coins", "you take coins", "lose 1 coin", ("coins", 3)),
    "with something else": ("cure 3", "you cure", "take 1 coin", ("coins", 4)),
}


@pytest.mark.parametrize("what", INSTEAD)
def test_instead_of_a_verb(what: str, tmp_path: Path) -> None:
    block, event, do, (name, wanted) = INSTEAD[what]
    ability = f"abilities: {{player: {{other: {{instead: {event}, do: {do}}}}}}}\n"
    assert number(played(tmp_path, block, ability), name) == wanted


def test_what_is_replaced_is_heard_once(tmp_path: Path) -> None:
    abilities = (
        "abilities: {player: {other: {instead: you cure, do: cure n - 1}, ear: {when: you cure, do: also +1}}}\n"
    )
    assert number(played(tmp_path, "take 5 hurts; cure 3", abilities), "also") == 1
