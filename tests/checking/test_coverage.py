"""What validating looks at, and what it says about it."""

from __future__ import annotations

from pathlib import Path

from encanta.checking.coverage import validate, validate_path
from encanta.checking.footprints import of_readings, of_variant

from .books import CORPUS, TINY, opened, problems, said, write

BOOK = (
    TINY.replace("players: 2..4", "players: 2..3")
    + """\
options:
  mixing:
    default: once
    about: how often the deck is shuffled
    readings:
      once: once
      twice: {about: twice, set: {phases: {turn: shuffle deck; shuffle deck}}}
  looking:
    default: no
    about: whether a card is shown
    readings:
      no: none is
      yes: {about: one is, set: {phases: {turn: reveal top of deck}}}
  taking_more: {default: no, about: whether everybody takes two}
values:
  game:
    number: 2 if taking_more else 1
presets:
  shown: {looking: yes}
"""
)
BOOK = BOOK.replace("take_cards 1", "take_cards number")


def test_the_default_covers_each_reading_and_the_pairs_that_meet(tmp_path: Path) -> None:
    report = validate_path(write(tmp_path, {"rulebook.yaml": BOOK}))
    assert said(report.diagnostics) == ["29 patch-conflict: two changes of `phases.turn` at once"]
    assert report.covered == [
        "2 numbers of players",
        "1 preset for each of them",
        "3 readings alone",
        "1 pair of readings and variants that touch each other",
    ]
    assert report.ways == 2 + 2 + 3 + 1


def test_everything_is_the_whole_product(tmp_path: Path) -> None:
    report = validate(opened(tmp_path, BOOK), everything=True)
    assert report.covered[-1] == "all 16 combinations of readings, variants and numbers of players"
    assert [problem.code for problem in report.diagnostics] == ["patch-conflict"]


def test_everything_has_an_end(tmp_path: Path) -> None:
    flags = "".join(f"  flag_{number}: {{default: no, about: a flag}}\n" for number in range(40))
    report = validate(opened(tmp_path, f"{TINY}options:\n{flags}"), everything=True)
    assert report.covered[-1].startswith(f"3000 of {3 * 2**40} combinations")


def test_footprints(tmp_path: Path) -> None:
    variant = "variant: Long\nadd: {phases: {late: do turn}}\nremove: {procedures: [take_cards]}\n"
    book = opened(tmp_path, {"rulebook.yaml": BOOK, "variants/long.yaml": variant})
    prints = of_readings(book.stage())
    assert prints["mixing", "twice"].writes == {"turn"}
    assert prints["mixing", "twice"].meets(prints["looking", "yes"])
    assert not prints["mixing", "twice"].meets(prints["taking_more", "yes"])
    assert prints["taking_more", "yes"].writes == set()
    assert "number" not in prints["mixing", "twice"].reads
    assert of_variant(book.variants["long"]).writes == {"late", "take_cards"}
    assert of_variant(book.variants["long"]).meets(prints["mixing", "twice"])


def test_branches_leave_footprints_too(tmp_path: Path) -> None:
    text = BOOK + "checks:\n  seen: {by looking: {yes: number is 1, no: yes}}\n"
    prints = of_readings(opened(tmp_path, text).stage())
    assert "seen" in prints["looking", "yes"].writes
    assert "number" in prints["looking", "yes"].reads


def test_a_mistake_in_one_reading_only_is_found(tmp_path: Path) -> None:
    text = BOOK.replace(
        "{about: one is, set: {phases: {turn: reveal top of deck}}}", "{about: one is, set: {phases: {tern: a}}}"
    )
    assert said(problems(tmp_path, text)) == ["29 patch-misses: there is no `tern` in `phases` to set"]


def test_a_reading_that_the_needs_exclude_alone_is_left_out(tmp_path: Path) -> None:
    text = BOOK.replace("looking: yes", "taking_more: no") + "needs: {shown: not looking or taking_more}\n"
    report = validate_path(write(tmp_path, {"rulebook.yaml": text}))
    assert report.diagnostics == []
    assert "1 left out, since the needs of the rulebook exclude them alone" in report.covered


def test_a_base_that_breaks_its_needs_is_an_error(tmp_path: Path) -> None:
    text = BOOK + "needs: {two only: count(players) is 2}\n"
    assert "36 needs-unmet: 3 players cannot play so: two only" in said(problems(tmp_path, text))


def test_a_name_that_only_one_reading_uses_is_used(tmp_path: Path) -> None:
    text = BOOK.replace("  take_cards n:", "  peek: look at top of hand_or_deck\n  take_cards n:").replace(
        "hand_or_deck", "deck"
    )
    text = text.replace("twice: {about: twice, set: {phases: {turn: shuffle deck; shuffle deck}}}",
                        "twice: {about: twice, set: {phases: {taking: \"each player:\\n  peek\"}}}")  # fmt: skip
    assert said(problems(tmp_path, text)) == []
    unused = text.replace("each player:\\n  peek", "shuffle deck")
    assert [line.split(": ")[1] for line in said(problems(tmp_path, unused))] == ["nothing uses the procedure `peek`"]


def test_a_variant_alone_gets_what_it_needs(tmp_path: Path) -> None:
    variant = "variant: Long\nneeds: {looking: yes}\nadd: {checks: {small: count(deck) < 9}}\n"
    report = validate_path(write(tmp_path, {"rulebook.yaml": BOOK, "variants/long.yaml": variant}))
    assert "1 variant alone" in report.covered


def test_house_rules_alone_are_not_blamed_for_what_the_game_keeps_for_other_variants(tmp_path: Path) -> None:
    game = tmp_path / "game"
    text = BOOK.replace("values:\n  game:\n", "values:\n  game:\n    spare: 3\n")
    variant = "variant: Long\nset: {phases: {taking: take_cards spare}}\n"
    write(game, {"rulebook.yaml": text, "variants/long.yaml": variant})
    house = tmp_path / "house.yaml"
    house.write_text("variant: Ours\nbase: game\nadd: {values: {game: {mine: 4}}}\n")
    warned = [p.message for p in validate_path(str(house)).diagnostics if p.code == "unused-name"]
    assert warned == ["nothing uses the value `mine`"]


SECTIONS = """\
card:
  common:
    red:
      One: {points: 1, copies: 2}
"""


def test_a_row_that_is_there_already_is_told_once_whatever_the_sections_around_it_give(tmp_path: Path) -> None:
    has = '{has: {points: integer, color: "one of [red, blue]"}, sections: {common: {keys: [color]}}}'
    text = TINY.replace("{has: {points: integer}}", has)
    write(tmp_path / "game", {"rulebook.yaml": text, "cards.yaml": SECTIONS})
    house = tmp_path / "house.yaml"
    added = "add: {cards: {card: {common: {blue: {One: {points: 3}, Two: {points: 2}}}}}}"
    house.write_text(f"variant: Ours\nbase: game\n{added}\n")
    told = said(validate_path(str(house)).diagnostics)
    assert told == ["3 patch-hits: `One` is there already, so it cannot be added"]
    house.write_text(f"variant: Ours\nbase: game\n{added.replace('One: {points: 3}, ', '')}\n")
    assert said(validate_path(str(house)).diagnostics) == []


def test_the_corpus_is_fine() -> None:
    for folder in sorted(path for path in CORPUS.iterdir() if (path / "rulebook.yaml").exists()):
        assert said(validate_path(str(folder)).diagnostics) == [], folder.name


def test_a_variant_is_checked_for_the_players_that_it_adds(tmp_path: Path) -> None:
    variant = "variant: More\nset: {players: 2..4}\nadd: {values: {game: {size: {2: 1, 3: 2}}}}\n"
    assert "table-gap" in [p.code for p in problems(tmp_path, {"rulebook.yaml": BOOK, "variants/more.yaml": variant})]


def test_a_variant_is_checked_with_the_options_that_it_brings(tmp_path: Path) -> None:
    variant = """\
variant: More
add:
  options:
    extra:
      default: no
      about: whether one more is taken
      readings: {no: none, yes: {about: one, set: {phases: {tern: shuffle deck}}}}
"""
    found = said(problems(tmp_path, {"rulebook.yaml": BOOK, "variants/more.yaml": variant}))
    assert "7 patch-misses: there is no `tern` in `phases` to set" in found


WINDOWS = (
    TINY.replace(
        "  hand: {set of: card, each: player, seen by: owner}",
        "  hand: {set of: card, each: player, seen by: owner}\n  front: {spot for: card, each: player}",
    ).replace(
        "game: do turn, taking",
        "game: |\n    do turn, taking\n    play trick clockwise from first of players\n    open answers",
    )
    + """\
actions:
  answer: {limit: once per answers, choose: {c: from hand}, do: move c to deck}
windows:
  answers: {asks: players, offers: [answer]}
tricks:
  trick: {play: card from hand, to: front, wins: [most points, first]}
options:
  asked:
    default: all
    about: who is asked
    readings: {all: everybody, one: {about: one, set: {windows: {answers: {asks: first of players}}}}}
  lowest:
    default: no
    about: the lowest wins
    readings: {no: it does not, yes: {about: it does, set: {tricks: {trick: {wins: [least points, first]}}}}}
  asked_twice:
    default: no
    about: they are asked again
    readings:
      no: once
      yes: {about: again, set: {phases: {turn: open answers; open answers}}}
  other_cards:
    default: no
    about: what wins
    readings:
      no: cards
      yes: {about: other ones, set: {phases: {taking: "each player:\\n  play trick clockwise from you"}}}
"""
)


def test_windows_and_tricks_leave_footprints(tmp_path: Path) -> None:
    book = opened(tmp_path, WINDOWS)
    prints = of_readings(book.stage())
    assert prints["asked", "one"].writes == {"answers"}
    assert prints["lowest", "yes"].writes == {"trick"}
    assert prints["asked", "one"].meets(prints["asked_twice", "yes"])
    assert prints["lowest", "yes"].meets(prints["other_cards", "yes"])
    assert not prints["asked", "one"].meets(prints["lowest", "yes"])
    report = validate(book)
    assert said(report.diagnostics) == []
    assert report.covered[-1] == "2 pairs of readings and variants that touch each other"
