"""The changes of a whole rulebook: where they are made, that each is one, and what they leave alone."""

from __future__ import annotations

import pytest

from encanta.checking.configure import open_rulebook
from encanta.checking.loading import RulebookText
from encanta.language.parser import Vocabulary
from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.trust.mutants import Mutant, mutants, verbs_of
from encanta.trust.spots import ROWS, RULES, Spot, changed, spots

from .conftest import QUAY


@pytest.fixture(scope="module")
def text() -> RulebookText:
    rulebook, found = open_rulebook(str(QUAY))
    assert rulebook is not None, found
    return rulebook.text


@pytest.fixture(scope="module")
def found(text: RulebookText) -> list[Mutant]:
    return mutants(text, Vocabulary(verbs_of(text)))


def plain(node: Node | None) -> object:
    """A tree as values that can be compared."""
    if isinstance(node, Mapping):
        return [(entry.key.text, plain(entry.value)) for entry in node]
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.text if isinstance(node, Scalar) else None


def trees(text: RulebookText) -> list[object]:
    return [plain(tree) for tree in (text.rulebook, text.cards, *text.variants.values())]


def named(text: RulebookText, name: str) -> Spot:
    return next(spot for spot in spots(text) if spot.name == name)


def test_spots_are_everything_that_stands_somewhere(text: RulebookText) -> None:
    there = {(spot.tree, spot.name): spot for spot in spots(text)}
    assert (RULES, "abilities.player.hook.if") in there
    assert (ROWS, "crate.green.weight") in there
    reading = next(spot for spot in spots(text) if spot.name.startswith("options.barrels.readings.never.set"))
    assert reading.settings == (("barrels", "never"),)
    stow = named(text, "actions.stow.require.one barrel in a lot")
    assert stow.thing == named(text, "actions.stow.limit").thing
    assert stow.leaf is not None
    assert stow.leaf.kind == "formula"


def test_a_change_at_a_spot_changes_nothing_else(text: RulebookText) -> None:
    before = trees(text)
    spot = named(text, "abilities.player.hook.if")
    without = changed(text, spot, None)
    assert trees(text) == before
    assert "if" not in [one.path[-1] for one in spots(without) if one.name.startswith("abilities.player.hook.")]
    assert without.cards is text.cards
    with_other = changed(text, spot, Scalar(spot.node.span, "count(hold) <= 9"))
    assert named(with_other, "abilities.player.hook.if").node.span is spot.node.span
    assert plain(with_other.rulebook) != plain(text.rulebook)


def test_every_change_makes_another_rulebook_and_no_two_the_same(text: RulebookText, found: list[Mutant]) -> None:
    before = repr(trees(text))
    after = [repr(trees(changed(text, mutant.spot, mutant.node))) for mutant in found]
    assert len(found) > 150
    assert before not in after
    assert len(set(after)) == len(after)


def test_the_list_is_the_same_each_time(text: RulebookText, found: list[Mutant]) -> None:
    again = mutants(text, Vocabulary(verbs_of(text)))
    assert [(m.number, m.spot.name, m.kind, m.words) for m in again] == [
        (m.number, m.spot.name, m.kind, m.words) for m in found
    ]
    assert [mutant.number for mutant in found] == list(range(len(found)))


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("abilities.player.hook", "taken out", "without `hook: ...`"),
        ("abilities.player.hook.optional", "taken out", "without `optional: yes`"),
        ("abilities.player.hook.optional", "word", "`yes` becomes `no`"),
        ("actions.stow.limit", "limit", "`once per turn` becomes `twice per turn`"),
        ("actions.stow.require.one barrel in a lot", "taken out", None),
        ("crate.green.weight", "number", "`2` becomes `3`"),
        ("limits.turn", "taken out", "without `turn: ...`"),
        ("options.barrels.default", "reading", "`help` becomes `never`"),
        ("places.store.seen by", "word", None),
        ("procedures.look_into_store.steps.back", "taken out", None),
    ],
)
def test_rules_are_taken_out_and_bent(found: list[Mutant], name: str, kind: str, words: str | None) -> None:
    there = [mutant for mutant in found if mutant.spot.name == name and mutant.kind == kind]
    assert there
    assert words is None or words in [mutant.words for mutant in there]


def test_what_is_no_rule_is_left_alone(found: list[Mutant]) -> None:
    names = [mutant.spot.name for mutant in found]
    assert not any(name.split(".")[0] in ("title", "about", "checks", "players", "encanta") for name in names)
    assert not any(name.endswith((".about", ".type")) for name in names)
    # A phase is called by its name, so it cannot go; a set has no top.
    assert not any(m.kind == "taken out" and m.spot.path[0] == "phases" and len(m.spot.path) == 2 for m in found)
    assert not any("bottom of hold" in m.new for m in found)


def test_a_row_has_no_bottom_to_move_to() -> None:
    rulebook, problems = open_rulebook(str(QUAY.parent / "workshop"))
    assert rulebook is not None, problems
    words = [m.new for m in mutants(rulebook.text, Vocabulary(verbs_of(rulebook.text))) if m.kind == "top / bottom"]
    assert "move top of deck to bottom of box" not in words
    assert not any(word.startswith("move ") and word.endswith("bottom of slots") for word in words)
    assert any(word.endswith("bottom of stack") for word in words)


def test_when_bots_are_quiet_is_no_rule() -> None:
    rulebook, problems = open_rulebook(str(QUAY.parent / "reef"))
    assert rulebook is not None, problems
    found = mutants(rulebook.text, Vocabulary(verbs_of(rulebook.text)))
    assert any(spot.path[-1:] == ("quiet",) for spot in spots(rulebook.text))
    assert not any(mutant.spot.path[-1] == "quiet" for mutant in found)
    assert any(mutant.spot.path[0] == "windows" for mutant in found)


def test_verbs_of_the_rulebook(text: RulebookText) -> None:
    assert {"dump", "look_into_store"} <= verbs_of(text)
