"""Small classes made fast behave as those of the library do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import field

import pytest

from encanta.text.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Any piece."""

    at: int


class Kind(Piece):
    """A kind of pieces without fields of its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False)
class Pair(Kind):
    """A piece with more."""

    left: str
    right: str = "none"
    rest: list[int] = field(default_factory=list)

    @property
    def both(self) -> str:
        """The two words."""
        return self.left + self.right


def test_arguments_go_to_the_fields_by_place_and_by_name() -> None:
    first, second = Pair(1, "a", "b", [2]), Pair(at=1, left="a")
    assert (first.at, first.left, first.right, first.rest) == (1, "a", "b", [2])
    assert (second.right, second.rest, second.both) == ("none", [], "anone")
    assert Kind(3).at == 3
    assert isinstance(first, Kind)


def test_each_object_has_a_list_of_its_own() -> None:
    first, second = Pair(1, "a"), Pair(1, "a")
    first.rest.append(5)
    assert second.rest == []


@pytest.mark.parametrize("args", [(), (1,), (1, "a", "b", [], 5)])
def test_too_few_and_too_many_arguments_are_refused(args: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        Pair(*args)  # type: ignore[arg-type]


def test_objects_are_compared_by_identity_and_can_be_keys() -> None:
    first, second = Pair(1, "a"), Pair(1, "a")
    assert first != second
    assert len({first, second, first}) == 2


def test_there_are_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        Pair(1, "a").other = 3  # type: ignore[attr-defined]


def test_the_library_knows_the_fields() -> None:
    assert [part.name for part in dataclasses.fields(Pair)] == ["at", "left", "right", "rest"]
    assert [part.name for part in dataclasses.fields(Kind(1))] == ["at"]
    changed = dataclasses.replace(Pair(1, "a", "b", [7]), left="c")
    assert (changed.at, changed.left, changed.right, changed.rest) == (1, "c", "b", [7])
    assert dataclasses.is_dataclass(Pair)


def test_objects_can_be_shown_copied_and_pickled() -> None:
    pair = Pair(1, "a", "b", [2])
    assert repr(pair) == "Pair(at=1, left='a', right='b', rest=[2])"
    for again in (copy.copy(pair), copy.deepcopy(pair), pickle.loads(pickle.dumps(pair))):
        assert repr(again) == repr(pair)


def test_they_can_be_matched_by_place() -> None:
    match Pair(1, "a"):
        case Pair(at, left):
            assert (at, left) == (1, "a")
        case _:
            pytest.fail("a pair is a pair")


def test_classes_of_the_library_can_be_derived() -> None:
    @dataclasses.dataclass(frozen=True, slots=True, eq=False)
    class Derived(Pair):
        more: int = 9

    derived = Derived(1, "a", more=4)
    assert (derived.at, derived.left, derived.rest, derived.more) == (1, "a", [], 4)
    with pytest.raises(dataclasses.FrozenInstanceError):
        derived.more = 5  # type: ignore[misc]
