"""Formulas become typed expressions in which every name is bound."""

from __future__ import annotations

from pathlib import Path

from encanta.checking import model as m

from .models import CARDS, HEAD, model_of, pairs, shown

FORMULAS = pairs("formulas.txt")
PLAIN = CARDS.replace(", trick: take 1", "")


def values(folder: Path, owner: str, formulas: list[str]) -> list[m.Value]:
    """Values of an owner with these formulas."""
    lines = "".join(f'    v{number}: {{is: "{formula}"}}\n' for number, formula in enumerate(formulas))
    text = f"{HEAD}phases: {{game: shuffle deck}}\nvalues:\n  {owner}:\n{lines}"
    if owner != "game":
        text += "  game:\n    cards_of(suit s): deck where suit is s\n"
    by_name = {value.name: value for value in model_of(folder, text, PLAIN).values}
    return [by_name[f"v{number}"] for number in range(len(formulas))]


def test_formulas_of_a_player(tmp_path: Path) -> None:
    found = values(tmp_path, "player", list(FORMULAS))
    assert {formula: shown(value.body) for formula, value in zip(FORMULAS, found, strict=True)} == FORMULAS


def test_a_bare_name_of_a_side_is_the_sides(tmp_path: Path) -> None:
    formulas = [
        "total",
        "count(table)",
        "count(members)",
        "sum(points of every hand of members)",
        "sum(coins of members)",
    ]
    assert [shown(value.body) for value in values(tmp_path, "side", formulas)] == [
        "Read(total, you)",
        "Count(Contents(PlaceOf(table, you)))",
        "Count(Members(you))",
        "Fold(sum, Map(AllIn(Map(Members(you), it, PlaceOf(hand, it))), it_2, Prop(points, it_2)))",
        "Fold(sum, Map(Members(you), it, Read(coins, it)))",
    ]


def test_a_bare_name_of_a_component_is_its_own(tmp_path: Path) -> None:
    formulas = ["points * 2", "group is suit", "count(place of it)", "it is a joker"]
    assert [shown(value.body) for value in values(tmp_path, "card", formulas)] == [
        "Arith(*, Prop(points, it), 2)",
        "Equal(Read(group, it), Prop(suit, it))",
        "Count(Contents(WhereIs(it)))",
        "IsRow(it, {joker})",
    ]


def test_results_have_types(tmp_path: Path) -> None:
    formulas = {
        "count(hand)": m.INTEGER,
        "long": m.FLAG,
        "style": m.Type("enum", "style"),
        "top of deck": m.Type("component", "card", optional=True),
        "top 2 of deck": m.list_of(m.Type("component", "card")),
        "hand where bright": m.set_of(m.Type("component", "card")),
        "suit of hand": m.list_of(m.Type("enum", "suit", optional=True)),
        "distinct(suit of hand)": m.set_of(m.Type("enum", "suit")),
        "partner": m.Type("player", optional=True),
        "left": m.PLAYER,
        "side": m.SIDE,
        "hand": m.Type("place", "card"),
        "[deck, thrown]": m.set_of(m.Type("place", "card")),
        "players": m.set_of(m.PLAYER),
        "starter": m.Type("player", optional=True),
        "suits": m.set_of(m.Type("enum", "suit")),
        "red if long else led": m.Type("enum", "suit", optional=True),
        "hand if long else hand where bright": m.set_of(m.Type("component", "card")),
    }
    found = values(tmp_path, "player", list(formulas))
    assert {formula: value.type for formula, value in zip(formulas, found, strict=True)} == formulas


def test_values_are_read_in_any_order(tmp_path: Path) -> None:
    text = f"""{HEAD}phases: {{game: shuffle deck}}
values:
  game:
    twice: once * 2
    once: goal
    of_suit(suit s): count(deck where suit is s)
    reds: of_suit(red)
"""
    found = {value.name: shown(value.body) for value in model_of(tmp_path, text, PLAIN).values}
    assert found["twice"] == "Arith(*, ValueOf(once, None, []), 2)"
    assert found["reds"] == "ValueOf(of_suit, None, [0])"
    assert found["of_suit"] == "Count(Filter(Contents(PlaceOf(deck, None)), it, Equal(Prop(suit, it), s)))"


def test_a_word_after_an_article_is_a_member_of_the_only_property_that_can_be_so(tmp_path: Path) -> None:
    text = f"""{HEAD.replace("marks: set of suit, ", "")}phases: {{game: shuffle deck}}
values: {{game: {{reds: count(deck where it is a red), others: count(deck where it is not a red)}}}}
"""
    found = [shown(value.body) for value in model_of(tmp_path, text, PLAIN.replace(", marks: [red, blue]", "")).values]
    assert found == [
        "Count(Filter(Contents(PlaceOf(deck, None)), it, Equal(Prop(suit, it), 0)))",
        "Count(Filter(Contents(PlaceOf(deck, None)), it, Not(Equal(Prop(suit, it), 0))))",
    ]
