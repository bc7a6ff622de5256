"""How declared words are said: verbs after a subject, plurals, words that are verb and noun."""

from __future__ import annotations

import pytest

from encanta.language.parser import SyntaxFailure, Vocabulary, parse
from encanta.language.words import plural, third_person

from .shapes import VERBS, shape


@pytest.mark.parametrize(
    ("verb", "inflected"),
    [
        ("heal", "heals"),
        ("take_cards", "takes_cards"),
        ("pass", "passes"),
        ("fix", "fixes"),
        ("catch", "catches"),
        ("push_on", "pushes_on"),
        ("carry", "carries"),
        ("carry_on", "carries_on"),
        ("play", "plays"),
        ("buzz", "buzzes"),
        ("y", "ys"),
        ("go", "gos"),
    ],
)
def test_only_the_first_part_of_a_verb_changes(verb: str, inflected: str) -> None:
    assert third_person(verb) == inflected


@pytest.mark.parametrize(
    ("noun", "many"),
    [("card", "cards"), ("draw_pile", "draw_piles"), ("city", "cities"), ("box", "boxes"), ("key", "keys")],
)
def test_only_the_last_part_of_a_noun_changes(noun: str, many: str) -> None:
    assert plural(noun) == many


def test_a_verb_is_one_only_where_a_sentence_may_begin() -> None:
    # `search` is a procedure, and here also the name of a place and of a phase.
    block = parse("search; move search to search; do search; search if any(search)", "block", VERBS)
    assert shape(block) == (
        "Block([Doing(-, False, [Deed(search, -, [])]), Move(Name(search), Name(search), -, -, -), Do([search]), "
        "WhenTrue(Doing(-, False, [Deed(search, -, [])]), Call(any, [Name(search)]))])"
    )


def test_an_inflected_verb_is_a_name_elsewhere() -> None:
    assert shape(parse("move heals to hand", "block", VERBS)) == "Block([Move(Name(heals), Name(hand), -, -, -)])"


def test_a_word_that_is_a_verb_can_be_a_subject_only_in_another_rulebook() -> None:
    others = Vocabulary(frozenset({"heal"}))
    assert (
        shape(parse("search heals", "block", others))
        == "Block([Doing(Subject(one, Name(search)), False, [Deed(heals, -, [])])])"
    )


def test_words_of_the_language_may_be_verbs_where_they_stand_elsewhere() -> None:
    verbs = Vocabulary(frozenset({"with", "changes", "once"}))
    assert shape(parse("with 2; once", "block", verbs)) == (
        "Block([Doing(-, False, [Deed(with, Number(2), [])]), Doing(-, False, [Deed(once, -, [])])])"
    )


def test_without_its_declaration_a_verb_is_unknown() -> None:
    with pytest.raises(SyntaxFailure, match="`heal` is not a verb of this rulebook"):
        parse("heal 2", "block", Vocabulary())


def test_verbs_do_not_leak_from_one_rulebook_into_another() -> None:
    assert parse("heal 2", "block", VERBS) is not None
    with pytest.raises(SyntaxFailure):
        parse("heal 2", "block", Vocabulary(frozenset({"search"})))
