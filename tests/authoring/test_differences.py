"""What a variant changes: every changed part once, with its old and its new place, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from encanta.authoring.beginning import begin
from encanta.authoring.comparing import Comparison, Wanted, compare
from encanta.authoring.differences import Changed
from encanta.checking.configure import open_rulebook
from encanta.resources import shipped_games


@pytest.fixture
def game(tmp_path: Path) -> Path:
    begin(tmp_path / "shells")
    return tmp_path / "shells"


def house(game: Path, text: str) -> str:
    path = game.parent / "house.yaml"
    path.write_text(f"variant: Ours\nbase: shells\n{text}\n")
    return str(path)


def compared(game: Path, *variants: str, **settings: str) -> Comparison:
    comparison, problems = compare(Wanted(str(game), variants, settings))
    assert comparison is not None, problems
    return comparison


def sides(changed: Changed) -> tuple[str, str, str | None, str | None]:
    old = None if changed.old is None else "\n".join(changed.old.lines)
    new = None if changed.new is None else "\n".join(changed.new.lines)
    return changed.thing, changed.part, old, new


def test_a_variant_by_its_name(game: Path) -> None:
    comparison = compared(game, "big_sets")
    assert comparison.names == (("big_sets", "Big sets"),)
    assert [sides(change) for change in comparison.changes] == [("values.player.set_size", "is", "2", "3")]
    change = comparison.changes[0]
    assert change.old is not None
    assert change.new is not None
    assert change.old.span.source.name.endswith("rulebook.yaml")
    assert change.old.span.text == "2"
    assert change.new.span.source.name.endswith("variants/big_sets.yaml")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set: {cards: {card: {whelk: {points: 4}}}}", ("cards.card.whelk", "points", "2", "4")),
        ("add: {cards: {card: {cone: {kind: whelk, points: 9}}}}",
         ("cards.card.cone", "", None, "{kind: whelk, points: 9}")),
        ("add: {actions: {lay_out: {limit: once per turn}}}", ("actions.lay_out", "limit", None, "once per turn")),
        ("replace: {procedures: {find n: move bottom n of beach to hand}}",
         ("procedures.find", "", "move top n of beach to hand", "move bottom n of beach to hand")),
        ("set: {phases: {turn: {do: find 1}}}",
         ("phases.turn", "do", "find 1\noffer any of lay_out", "find 1")),
        ("add: {actions: {rest: {about: do nothing, do: find 0}}}",
         ("actions.rest", "", None, "{about: do nothing, do: find 0}")),
        ("remove: {checks: [few]}", ("checks.few", "", "count(every hand) < 99", None)),
        ("set: {players: 2..3}", ("players", "", "2..4", "2..3")),
    ],
)  # fmt: skip
def test_one_change(game: Path, text: str, expected: tuple[str, ...]) -> None:
    rulebook = game / "rulebook.yaml"
    rulebook.write_text(rulebook.read_text() + "checks:\n  few: count(every hand) < 99\n")
    assert [sides(change) for change in compared(game, house(game, text)).changes] == [expected]


def test_a_file_may_stand_for_the_game(game: Path) -> None:
    path = house(game, "options: {hand_size: 5}")
    alone, beside = compared(Path(path)), compared(game, path)
    assert alone.settings == beside.settings or [s.new for s in alone.settings] == [s.new for s in beside.settings]
    assert [(s.name, s.old, s.new) for s in alone.settings] == [("hand_size", "3", "5")]
    assert alone.changes == ()


def test_options_show_what_their_readings_mean() -> None:
    for name in shipped_games():
        rulebook, _ = open_rulebook(name)
        assert rulebook is not None
        option = next(o for o in rulebook.options.values() if o.kind == "choice")
        default = option.word(option.default_for(rulebook.players[0]))
        other = next(word for word in option.words if word != default)
        comparison = compared(Path(name), **{option.name: other})
        assert [(s.name, s.old, s.new) for s in comparison.settings] == [(option.name, default, other)]
        assert comparison.settings[0].why == option.readings[other].about


@pytest.mark.parametrize("name", shipped_games())
def test_every_reading_that_carries_changes_shows_some(name: str) -> None:
    rulebook, _ = open_rulebook(name)
    assert rulebook is not None
    least, most = rulebook.players
    for option in rulebook.options.values():
        for reading in option.readings.values():
            if reading.changes and reading.name != option.word(option.default_for(least)):
                assert any(
                    comparison.changes
                    for players in range(least, most + 1)
                    if (comparison := compare(Wanted(name, settings={option.name: reading.name}, players=players))[0])
                ), f"{option.name} {reading.name} changes nothing"


def test_the_same_game_has_no_differences(game: Path) -> None:
    comparison = compared(game, hand_size="3")
    assert (comparison.settings, comparison.changes) == ((), ())


@pytest.mark.parametrize("change", ["set: {actions: {lay_uot: {limit: once per turn}}}", "set: {nowhere: {x: 1}}"])
def test_what_the_game_has_not_is_reported(game: Path, change: str) -> None:
    comparison, problems = compare(Wanted(str(game), (house(game, change),)))
    assert comparison is None
    assert problems[0].span is not None
    assert problems[0].span.source.name.endswith("house.yaml")


def test_a_base_that_changed_under_a_variant_shows_both_places(game: Path) -> None:
    path = house(game, "add: {actions: {lay_out: {limit: once per turn}}}")
    rulebook = game / "rulebook.yaml"
    rulebook.write_text(rulebook.read_text().replace("  lay_out:\n", "  lay_out:\n    limit: twice per turn\n"))
    comparison, problems = compare(Wanted(path))
    assert comparison is None
    assert [problem.code for problem in problems] == ["patch-hits"]
    assert problems[0].span is not None
    assert problems[0].span.source.name.endswith("house.yaml")
    assert problems[0].labels[0].span.source.name.endswith("shells/rulebook.yaml")
    assert problems[0].labels[0].span.text == "limit"


def test_a_file_for_another_game_is_refused(game: Path) -> None:
    path = house(game, "options: {hand_size: 5}")
    comparison, problems = compare(Wanted(shipped_games()[0], (path,)))
    assert comparison is None
    assert "changes `shells`" in problems[0].message
