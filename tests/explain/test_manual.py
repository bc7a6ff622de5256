"""The manual of a rulebook, and answers to `? NAME`."""

from __future__ import annotations

from encanta.explain.looking_up import find, look_up
from encanta.explain.manual import Manual, manual
from encanta.explain.timing import Moment, moments
from encanta.explain.written import written
from encanta.text.nodes import Mapping
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml

RULES = """\
title: Tides
about: Catch what comes in.
places:
  deck: {pile of: shell, home: yes, about: face down}
state:
  game: {wet: {type: flag, reset: turn, becomes yes when: deck becomes empty}}
phases:
  game: |
    repeat:
      do turn
  turn: do fish
actions:
  fish:
    about: take the top shell
    require: {something there: any(deck)}
    do: move top of deck to bag
abilities:
  player:
    diver: {when: [before turn, turn begins], optional: yes, if: wet, do: fish}
    rich: {while: wet, value: worth of a shell is 2}
    lucky: {instead: fish.take, do: fish}
end:
  all gone: {after: turn, if: none(deck), winners: players}
limits:
  turn: {at most: 9, per: game, then: drawn}
"""
CARDS = """\
shell:
  cowrie: {worth: 2, copies: 3, text: shines}
  whelk: {worth: 1, source: page 4}
"""
SOURCES = """\
sources:
  about: the printed rules
  actions.fish: [T-1, T-2]
  cards.cowrie: T-3
rulings:
  T-2: an empty deck gives nothing
assumed:
  seats: clockwise
"""


def tree(text: str) -> Mapping:
    node, problems = read_yaml(Source("tides.yaml", text))
    assert problems == []
    assert isinstance(node, Mapping)
    return node


def book() -> Manual:
    return manual(tree(RULES), tree(CARDS), tree(SOURCES))


def test_every_named_thing_is_in_the_manual() -> None:
    names = [(thing.section, thing.name) for thing in book().things]
    assert names == [
        ("places", "deck"),
        ("state", "wet"),
        ("phases", "game"),
        ("phases", "turn"),
        ("actions", "fish"),
        ("abilities", "diver"),
        ("abilities", "rich"),
        ("abilities", "lucky"),
        ("end", "all gone"),
        ("limits", "turn"),
        ("cards", "cowrie"),
        ("cards", "whelk"),
    ]


def test_a_thing_knows_what_it_is_and_where_it_comes_from() -> None:
    fish = book().of("actions")[0]
    assert (fish.about, fish.sources, fish.path) == ("take the top shell", ("T-1", "T-2"), "actions.fish")
    assert "about" not in "\n".join(fish.text)
    cowrie, whelk = book().of("cards")
    assert (cowrie.about, cowrie.sources, whelk.sources) == ("shines", ("T-3",), ("page 4",))


def test_a_rule_is_looked_up_with_its_text_sources_and_rulings() -> None:
    assert look_up(book(), "Fish") == [
        "actions: fish: take the top shell",
        "    fish: {require: {something there: any(deck)}, do: move top of deck to bag}",
        "  from T-1, T-2",
        "  T-2: an empty deck gives nothing",
    ]


def test_a_card_is_looked_up_by_its_label() -> None:
    assert [thing.name for thing in find(book(), "money snail", {"cowrie": "Money snail"})] == ["cowrie"]
    assert look_up(book(), "cowrie")[0] == "cowrie (shell): shines"


def test_what_is_not_there_gets_a_near_name() -> None:
    assert look_up(book(), "cowry") == ["nothing in these rules is called `cowry`; did you mean `cowrie`?"]
    assert look_up(book(), "xyzzy") == ["nothing in these rules is called `xyzzy`"]


def test_a_part_of_a_name_finds_all_that_hold_it() -> None:
    assert [thing.name for thing in find(book(), "w", {})] == ["wet", "cowrie", "whelk"]


def test_the_timing_page_lists_what_waits_for_its_moment() -> None:
    found = moments(book())
    assert found[:2] == [
        Moment("turn begins", "reset", "wet", "starts anew"),
        Moment("deck becomes empty", "latch", "wet", "becomes yes"),
    ]
    assert Moment("before turn", "trigger", "diver (of each player)", "if wet; optional") in found
    assert Moment("turn begins", "trigger", "diver (of each player)", "if wet; optional") in found
    assert Moment("instead of fish.take", "replacement", "lucky (of each player)", "") in found
    assert Moment("always", "change", "rich (of each player)", "worth of a shell is 2; while wet") in found
    assert Moment("after turn", "end", "all gone", "if none(deck); winners players") in found
    assert Moment("beyond 9 of turn per game", "limit", "turn", "drawn") in found


def test_blocks_are_written_on_lines_of_their_own() -> None:
    game = book().of("phases")[0]
    assert list(game.text) == ["game:", "  repeat:", "    do turn"]


def test_long_mappings_are_written_line_by_line() -> None:
    long = tree("thing: {first: " + "a" * 60 + ", second: " + "b" * 60 + ", third: [one, two]}")
    entry = long.entries[0]
    assert list(written(entry.key.text, entry.value)) == [
        "thing:",
        f"  first: {'a' * 60}",
        f"  second: {'b' * 60}",
        "  third: [one, two]",
    ]
    assert list(written("thing", entry.value, without={"second"})) == [
        f"thing: {{first: {'a' * 60}, third: [one, two]}}"
    ]
