"""Changes by name, as pure functions on trees."""

from __future__ import annotations

import pytest

from encanta.checking.patches import apply, conflicts

from .books import at, text_at, tree

BASE = """\
title: Tiny
players: 2
places:
  deck: {pile of: card, home: yes}
setup:
  mix: shuffle deck
  deal: {do: "deal 5 from deck to each player's hand"}
phases:
  game: do turn
  turn: shuffle deck
actions:
  found: {limit: once per turn, require: {enough: count(hand) > 2}, do: shuffle deck}
procedures:
  take_cards n: move top n of deck to hand
  search: {steps: {draw: shuffle deck, keep: shuffle deck}}
values:
  game:
    room(place p, card c): count(p) < 5
cards:
  card:
    one: {points: 1, copies: 2}
    two: {points: 2}
"""


def test_set_changes_a_leaf_and_shares_everything_else() -> None:
    base = tree(BASE)
    done = apply(base, "set", tree("actions: {found: {limit: twice per turn}}"))
    assert done.diagnostics == ()
    assert text_at(done.tree, "actions", "found", "limit") == "twice per turn"
    assert [touch.path for touch in done.touches] == [("actions", "found", "limit")]
    for path in (("phases",), ("procedures",), ("cards",), ("actions", "found", "require"), ("actions", "found", "do")):
        assert at(done.tree, *path) is at(base, *path)
    assert text_at(base, "actions", "found", "limit") == "once per turn"


def test_a_patch_that_does_nothing_gives_the_same_tree() -> None:
    base = tree(BASE)
    assert apply(base, "set", tree("actions: {found: {}}")).tree is base


def test_headers_and_signatures_are_found_by_their_first_word() -> None:
    base = tree(BASE)
    done = apply(base, "set", tree("procedures: {take_cards: shuffle deck}\nvalues: {game: {room: count(p) < 9}}"))
    assert done.diagnostics == ()
    assert text_at(done.tree, "procedures", "take_cards n") == "shuffle deck"
    assert text_at(done.tree, "values", "game", "room(place p, card c)") == "count(p) < 9"


def test_replace_swaps_the_whole_thing() -> None:
    done = apply(tree(BASE), "replace", tree("actions: {found: {do: shuffle hand}}\ncards: {card: {one: {points: 9}}}"))
    assert done.diagnostics == ()
    assert at(done.tree, "actions", "found").keys() == ("do",)  # type: ignore[union-attr]
    assert at(done.tree, "cards", "card", "one").keys() == ("points",)  # type: ignore[union-attr]
    assert text_at(done.tree, "cards", "card", "two", "points") == "2"


def test_replace_may_change_the_header() -> None:
    done = apply(tree(BASE), "replace", tree("procedures: {take_cards to p: shuffle deck}"))
    assert done.diagnostics == ()
    assert at(done.tree, "procedures").keys() == ("take_cards to p", "search")  # type: ignore[union-attr]


def test_a_single_text_counts_as_the_key_that_it_stands_for() -> None:
    done = apply(tree(BASE), "add", tree("phases: {turn: {about: one turn}}"))
    assert done.diagnostics == ()
    assert text_at(done.tree, "phases", "turn", "do") == "shuffle deck"
    assert text_at(done.tree, "phases", "turn", "about") == "one turn"


def test_a_single_text_sets_what_the_thing_itself_says() -> None:
    done = apply(tree(BASE), "set", tree("actions: {found: do nothing}\nsetup: {deal: shuffle deck}"))
    assert done.diagnostics == ()
    assert text_at(done.tree, "actions", "found", "do") == "do nothing"
    assert text_at(done.tree, "actions", "found", "limit") == "once per turn"
    assert text_at(done.tree, "setup", "deal", "do") == "shuffle deck"


def test_add_puts_new_things_at_the_end() -> None:
    done = apply(tree(BASE), "add", tree("actions: {pass: shuffle deck, found: {require: {rich: coins > 3}}}"))
    assert done.diagnostics == ()
    assert at(done.tree, "actions").keys() == ("found", "pass")  # type: ignore[union-attr]
    assert at(done.tree, "actions", "found", "require").keys() == ("enough", "rich")  # type: ignore[union-attr]
    assert [touch.path for touch in done.touches] == [("actions", "pass"), ("actions", "found", "require", "rich")]


def test_two_things_of_a_section_that_is_not_there_are_both_added() -> None:
    done = apply(tree(BASE), "add", tree("events: {game: {a: x}}"))
    both = apply(done.tree, "add", tree("events: {game: {b: y}, player: {c: z}}"))
    assert both.diagnostics == ()
    assert [touch.path for touch in both.touches] == [("events", "game", "b"), ("events", "player", "c")]
    assert text_at(both.tree, "events", "game", "a") == "x"
    assert text_at(both.tree, "events", "game", "b") == "y"
    assert text_at(both.tree, "events", "player", "c") == "z"


@pytest.mark.parametrize(
    ("after", "order"),
    [
        ("mix", ("mix", "thin", "deal")),
        ("[mix, none_such]", ("mix", "thin", "deal")),
        ("[deal, mix]", ("mix", "deal", "thin")),
    ],
)
def test_a_step_comes_after_the_last_present_one(after: str, order: tuple[str, ...]) -> None:
    done = apply(tree(BASE), "add", tree(f"setup: {{thin: {{after: {after}, do: shuffle deck}}}}"))
    assert done.diagnostics == ()
    assert at(done.tree, "setup").keys() == order  # type: ignore[union-attr]
    assert at(done.tree, "setup", "thin").keys() == ("do",)  # type: ignore[union-attr]


def test_steps_of_a_procedure_can_be_inserted_too() -> None:
    done = apply(tree(BASE), "add", tree("procedures: {search: {steps: {look: {after: draw, do: shuffle deck}}}}"))
    assert at(done.tree, "procedures", "search", "steps").keys() == ("draw", "look", "keep")  # type: ignore[union-attr]


def test_remove_takes_things_away() -> None:
    patch = tree(
        "setup: mix\nprocedures: [search, take_cards]\nactions: {found: {require: enough}}\ncards: {card: [two]}"
    )
    done = apply(tree(BASE), "remove", patch)
    assert done.diagnostics == ()
    assert at(done.tree, "setup").keys() == ("deal",)  # type: ignore[union-attr]
    assert at(done.tree, "procedures").keys() == ()  # type: ignore[union-attr]
    assert at(done.tree, "actions", "found", "require").keys() == ()  # type: ignore[union-attr]
    assert at(done.tree, "cards", "card").keys() == ("one",)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("operation", "patch", "code", "message"),
    [
        ("set", "actions: {fuond: {limit: twice per turn}}", "patch-misses", "there is no `fuond` in `actions` to set"),
        ("set", "actions: {found: {about: x}}", "patch-misses", "there is no `about` in `actions.found` to set"),
        ("replace", "scoring: {round: {of: side}}", "patch-misses", "there is no `scoring` to replace"),
        ("remove", "setup: thin", "patch-misses", "there is no `thin` in `setup` to remove"),
        ("remove", "values: {player: [total]}", "patch-misses", "there is no `player` in `values` to remove"),
        ("add", "phases: {turn: do draw}", "patch-hits", "`turn` is there already, so it cannot be added"),
        (
            "add",
            "actions: {found: {limit: twice per turn}}",
            "patch-hits",
            "`limit` is there already, so it cannot be added",
        ),
        (
            "set",
            "procedures: {search: shuffle deck}",
            "patch-misses",
            "`search` has parts, so `search` cannot be changed in this way",
        ),
        (
            "add",
            "setup: {thin: {after: [nix], do: shuffle deck}}",
            "patch-misses",
            "there is no step `nix` to come after",
        ),
    ],
)
def test_a_patch_that_does_not_fit_shows_both_places(operation: str, patch: str, code: str, message: str) -> None:
    base = tree(BASE)
    done = apply(base, operation, tree(patch))
    (problem,) = done.diagnostics
    assert (problem.code, problem.message) == (code, message)
    assert problem.labels
    assert problem.labels[0].span.source.text == BASE
    if operation in ("set", "replace", "remove"):
        assert done.tree is base


def test_a_near_name_is_offered() -> None:
    (problem,) = apply(tree(BASE), "set", tree("actions: {fuond: {limit: twice per turn}}")).diagnostics
    assert problem.help == "did you mean `found`?"
    assert problem.labels[0].text == "`found` is here"


@pytest.mark.parametrize(
    ("first", "second", "paths"),
    [
        (("set", "phases: {turn: a}"), ("set", "phases: {turn: b}"), ["phases.turn"]),
        (
            ("replace", "actions: {found: {do: a}}"),
            ("set", "actions: {found: {limit: twice per turn}}"),
            ["actions.found"],
        ),
        (("set", "actions: {found: {limit: twice per turn}}"), ("remove", "actions: found"), ["actions.found"]),
        (("set", "procedures: {take_cards: a}"), ("set", "procedures: {take_cards n: b}"), ["procedures.take_cards"]),
        (("set", "phases: {turn: a}"), ("set", "phases: {game: b}"), []),
        (("add", "actions: {a: x}"), ("add", "actions: {b: x}"), []),
        (("add", "events: {game: {a: x}}"), ("add", "events: {player: {b: x}}"), []),
        (("add", "events: {game: {a: x}}"), ("add", "events: {game: {b: x}}"), []),
        (("add", "events: {game: {a: x}}"), ("add", "events: {game: {a: y}}"), ["events.game.a"]),
    ],
)
def test_two_changes_of_one_thing_are_a_conflict(
    first: tuple[str, str], second: tuple[str, str], paths: list[str]
) -> None:
    base = tree(BASE)
    one, two = (apply(base, operation, tree(patch)) for operation, patch in (first, second))
    found = conflicts(one.touches, two.touches)
    assert [problem.message for problem in found] == [f"two changes of `{path}` at once" for path in paths]
    for problem in found:
        assert problem.code == "patch-conflict"
        assert problem.span is not None
        assert problem.span.source is not problem.labels[0].span.source
