"""Things that a line of play names, and the options of a decision that they stand for."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass

from encanta.checking import model as m
from encanta.checking.structure_codes import WRONG_KIND
from encanta.compiling.layout import Instance, Layout
from encanta.machine.bits import mask_of, members
from encanta.machine.options import Apart, OneOf, Options, PlacedSets, Subsets
from encanta.scenarios.cells import State, contents, of_component, place_of, row_name
from encanta.scenarios.codes import UNKNOWN_THING
from encanta.scenarios.items import read_items
from encanta.scenarios.words import NOTHING_WORDS, Unclear, Words, unclear
from encanta.text.nodes import Node, Scalar, Sequence
from encanta.text.spans import Span

_MOST_TRIED = 20_000
_POSITION = re.compile(r"(.+) ([1-9][0-9]{0,3})")


class NoSuchChoice(Exception):
    """What is named is not among the options."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One element: a value, or (if `mask` is set) any of some components, perhaps in one place or at a position."""

    words: str
    span: Span
    value: int = m.NOTHING
    mask: int = 0
    instance: Instance | None = None
    position: int = 0
    variables: tuple[tuple[m.Variable, int], ...] = ()


def element(type_: m.Type) -> m.Type:
    """The type of one element of what is chosen."""
    return type_.of if type_.kind in ("set", "list") and type_.of is not None else type_


def read_thing(words: Words, type_: m.Type, text: str, span: Span) -> Thing:
    """The element of a type that a text names. Raises Unclear."""
    text = text.strip()
    if text in NOTHING_WORDS:
        return Thing(text, span)
    if type_.kind != "component":
        return Thing(text, span, words.single(type_, text, span))
    return _component(words, type_.name or "", text, span)


def read_things(words: Words, type_: m.Type, node: Node) -> list[Thing]:
    """The elements that a node names: a word, words with commas, a list, components with variables. Raises Unclear."""
    if isinstance(node, Scalar):
        return [read_thing(words, type_, text, span) for text, span in pieces(node)]
    if isinstance(node, Sequence):
        return [thing for item in node for thing in read_things(words, type_, item)]
    if type_.kind != "component":
        raise unclear(WRONG_KIND, "only components have variables", node.span)
    items = read_items(words, type_.name or "", node)
    return [Thing(item.words, item.span, mask=item.mask, variables=item.variables) for item in items]


def pieces(node: Scalar, start: int = 0, end: int | None = None) -> list[tuple[str, Span]]:
    """The words between commas of a part of a text, with their places; none of an empty part."""
    text = node.text[start:end]
    found = []
    at = start
    for part in text.split(","):
        inner = part.strip()
        if inner:
            begin = at + part.index(inner)
            found.append((inner, node.span_of(begin, begin + len(inner))))
        at += len(part) + 1
    return found


def _component(words: Words, component: str, text: str, span: Span) -> Thing:
    rows = words.row_names(component)
    if text in rows:
        return Thing(text, span, mask=words.rows(component, text, span))
    for separator in (" of ", " in "):
        name, found, place = text.partition(separator)
        if found and name in rows:
            return Thing(text, span, mask=words.rows(component, name, span), instance=words.place(place, span))
    match = _POSITION.fullmatch(text)
    if match is not None:
        try:
            place_named = words.place(match[1], span)
        except Unclear:
            pass
        else:
            mask = words.layout.kinds[component].mask
            return Thing(text, span, mask=mask, instance=place_named, position=int(match[2]))
    raise words.unknown(text, f"a row of `{component}`", rows, span)


# ----------------------------------------------------------------------------------- among the options


def fits(layout: Layout, state: State, thing: Thing, value: int) -> bool:
    """Whether a value is what a thing names."""
    if not thing.mask:
        return value == thing.value
    if value < 0 or not thing.mask >> value & 1:
        return False
    if any(of_component(layout, state, variable, value) != wanted for variable, wanted in thing.variables):
        return False
    if thing.instance is None:
        return True
    there = contents(state, thing.instance)
    if thing.position:
        return thing.position <= len(there) and there[thing.position - 1] == value
    return value in there


def pick(layout: Layout, state: State, options: Options, thing: Thing) -> int:
    """The option for one element. Raises NoSuchChoice if there is none, Unclear if there are different ones."""
    found = [v for v in _singles(options, thing) if fits(layout, state, thing, options.component(v))]
    if not found and thing.mask:
        # An equal component may stand for the one that is meant.
        found = _equal_ones(layout, state, options, thing)
    if not found:
        raise NoSuchChoice
    if thing.mask:
        _check_same(layout, state, thing, [options.component(value) for value in found])
    return found[0]


def _singles(options: Options, thing: Thing) -> Iterable[int]:
    return options if thing.mask else [v for v in (thing.value,) if v in options]


def _equal_ones(layout: Layout, state: State, options: Options, thing: Thing) -> list[int]:
    meant = [component for component in members(thing.mask) if fits(layout, state, thing, component)]
    found = (options.canonical(component) for component in meant)
    return sorted({option for option in found if option is not None})


def _check_same(layout: Layout, state: State, thing: Thing, found: list[int]) -> None:
    """Several options may only be copies that nothing tells apart."""
    signs = {sign(layout, state, component): component for component in found}
    if len(signs) > 1 and not thing.position:
        where = [place_words(layout, state, component) for component in signs.values()]
        help = f"say which: {', '.join(f'`{thing.words} of {place}`' for place in dict.fromkeys(where))}"
        if len(set(where)) == 1:
            help = "say which by its variables: `{NAME: {VARIABLE: VALUE}}`"
        raise unclear(UNKNOWN_THING, f"there are different choices of `{thing.words}`", thing.span, help)


def sign(layout: Layout, state: State, component: int) -> tuple[object, ...]:
    """What tells a component from others for a scenario: the name of its row, its place and its variables."""
    place = place_of(layout, state, component)
    variables = [v for v in layout.variables if v.owner in layout.kinds and _has(layout, v, component)]
    values = tuple(of_component(layout, state, variable, component) for variable in variables)
    return (layout.rows[layout.row_of[component]].name, None if place is None else place.cell, values)


def _has(layout: Layout, variable: m.Variable, component: int) -> bool:
    kind = layout.kinds[variable.owner or ""]
    return kind.first <= component < kind.last


def place_words(layout: Layout, state: State, component: int) -> str:
    """How a component's place is named: `P1's hand`, `deck`."""
    place = place_of(layout, state, component)
    return "nowhere" if place is None else instance_words(layout, place)


def instance_words(layout: Layout, instance: Instance) -> str:
    """How a place is named: `P1's hand`, `deck`, `red's display`; a side by its first player."""
    each = instance.place.each
    if each is None:
        return instance.place.name
    if each == "player":
        return f"P{instance.owner + 1}'s {instance.place.name}"
    if each == "side":
        return f"P{layout.model.sides[instance.owner][0] + 1}'s {instance.place.name}"
    return f"{layout.model.enums[each].members[instance.owner]}'s {instance.place.name}"


def pick_set(layout: Layout, state: State, options: Options, things: list[Thing]) -> int:
    """The option for a set of elements. Raises NoSuchChoice or Unclear as `pick` does."""
    things = [thing for thing in things if thing.words not in NOTHING_WORDS]
    if not any(thing.mask for thing in things):
        value = _option_of(options, mask_of(thing.value for thing in things))
        if value is None:
            raise NoSuchChoice
        return value
    candidates = _candidates(options)
    classes = [_classes(layout, state, candidates, thing) for thing in things]
    found: dict[int, None] = {}
    for choice in itertools.islice(itertools.product(*classes), _MOST_TRIED):
        mask = _assigned(choice)
        value = None if mask is None else _option_of(options, mask)
        if value is not None:
            found[value] = None
    if not found:
        raise NoSuchChoice
    if len({_signs(layout, state, options.component(value)) for value in found}) > 1:
        said = ", ".join(thing.words for thing in things)
        help = "name the place of each (`NAME of P1's hand`), or its variables (`{NAME: {VARIABLE: VALUE}}`)"
        raise unclear(UNKNOWN_THING, f"there are different choices of `{said}`", things[0].span, help)
    return next(iter(found))


def _option_of(options: Options, mask: int) -> int | None:
    """The option for a set of components, also where it is offered by places."""
    if isinstance(options, PlacedSets):
        return options.canonical(-2 - mask_of(i for i, component in enumerate(options.items) if mask >> component & 1))
    return options.canonical(mask)


def _signs(layout: Layout, state: State, mask: int) -> tuple[object, ...]:
    return tuple(sorted((sign(layout, state, component) for component in members(mask)), key=repr))


def _candidates(options: Options) -> list[int]:
    if isinstance(options, Apart):
        return list(members(options.mask))
    if isinstance(options, Subsets):
        return sorted(component for group in options.groups for component in group)
    if isinstance(options, PlacedSets):
        return list(options.items)
    if isinstance(options, OneOf):
        return list(members(options.mask))
    union = 0
    for option in itertools.islice(options, _MOST_TRIED):
        union |= max(options.component(option), 0)
    return list(members(union))


def _classes(layout: Layout, state: State, candidates: list[int], thing: Thing) -> list[tuple[int, ...]]:
    """The components that a thing may be, those that nothing tells apart together."""
    found: dict[tuple[object, ...], list[int]] = {}
    for component in candidates:
        if fits(layout, state, thing, component):
            found.setdefault(sign(layout, state, component), []).append(component)
    return [tuple(group) for group in found.values()]


def _assigned(choice: tuple[tuple[int, ...], ...]) -> int | None:
    mask = 0
    for group in choice:
        free = next((component for component in group if not mask >> component & 1), None)
        if free is None:
            return None
        mask |= 1 << free
    return mask


def names_of(layout: Layout, type_: m.Type, value: int) -> str:
    """A value of a type in the words of scenarios."""
    kind = type_.kind
    if kind in ("set", "list"):
        of = element(type_)
        return ", ".join(names_of(layout, of, one) for one in members(value)) or "nothing"
    if kind == "integer":
        return str(value)
    if kind == "flag":
        return "yes" if value else "no"
    if value < 0:
        return "nothing"
    if kind == "component":
        return row_name(layout, value)
    if kind == "enum":
        return layout.model.enums[type_.name or ""].members[value]
    if kind == "player":
        return f"P{value + 1}"
    if kind == "side":
        return f"P{layout.model.sides[value][0] + 1}"
    return next((instance_words(layout, i) for i in layout.instances if i.cell == value), str(value))
