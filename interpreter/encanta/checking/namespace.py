"""One namespace: two things that could be confused have different names."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import structure_codes as codes
from encanta.checking.registry_forms import first_word
from encanta.checking.tree import entries, text_under, under
from encanta.language.words import UNIT_VERBS, plural
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Mapping, Scalar

_BODIES = (
    ("phases", "a phase"),
    ("actions", "an action"),
    ("procedures", "a procedure"),
    ("kinds", "a kind of action"),
)


class _Names:
    """Names with what they are, and where they were declared first."""

    def __init__(self, found: list[Diagnostic]) -> None:
        self._found = found
        self._first: dict[object, tuple[str, Scalar]] = {}

    def add(self, scope: str, key: Scalar, what: str) -> None:
        """Report the name if the scope has it already."""
        name = first_word(key.text)
        other, first = self._first.setdefault((scope, name), (what, key))
        if first is not key:
            self._found.append(_twice(key, what, other, first))

    def clash(self, scope: str, key: Scalar, what: str) -> None:
        """Report the name if another scope has it."""
        other = self._first.get((scope, first_word(key.text)))
        if other is not None and other[1] is not key:
            self._found.append(_twice(key, what, *other))

    def found_own_verb(self, key: Scalar, what: str, one: Scalar) -> None:
        """Report a name that is a verb of the language because something is counted in units."""
        name = first_word(key.text)
        self._found.append(
            error(
                codes.NAME_TWICE,
                f"`{name}` is a verb of the language where there are units, so {what} cannot be called so",
                key.span_of(0, len(name)),
                labels=(Label(one.span, "a unit"),),
                help="call it something else",
            )
        )


def check_names(tree: Mapping) -> list[Diagnostic]:
    """Names that a rulebook gives twice, and rows of no component. `tree` is resolved, with `cards`."""
    found: list[Diagnostic] = []
    names = _Names(found)
    for section, what in (("types", "a type"), ("components", "a component")):
        for entry in entries(tree.get(section)):
            names.add("kinds", entry.key, what)
    things = list(_things(tree))
    for owner, key, what in things:
        names.add(f"things of {owner}", key, what)
    for owner, key, what in things:
        if owner in ("player", "side"):
            # A bare name is yours, so the game's would be hidden.
            names.clash("things of game", key, what)
    _check_options(tree, names, things)
    _check_bodies(tree, names, things)
    _check_plurals(tree, things, found)
    found.extend(_unknown_rows(tree))
    return found


def _things(tree: Mapping) -> Iterator[tuple[str, Scalar, str]]:
    """Places, variables, values and properties, each with whose it is."""
    for component in entries(tree.get("components")):
        for entry in entries(under(component.value, "has")):
            yield component.key.text, entry.key, "a property"
    for entry in entries(tree.get("places")):
        each = text_under(entry.value, "each")
        yield each.text if each is not None else "game", entry.key, "a place"
    for entry in entries(tree.get("milestones")):
        if text_under(entry.value, "each") is None:
            yield "player", entry.key, "a milestone"
    for section, what in (("state", "a variable"), ("values", "a value")):
        for group in entries(tree.get(section)):
            for entry in entries(group.value):
                yield group.key.text, entry.key, what


def _check_options(tree: Mapping, names: _Names, things: list[tuple[str, Scalar, str]]) -> None:
    """An option is seen everywhere, so nothing else may have its name."""
    for entry in entries(tree.get("options")):
        names.add("options", entry.key, "an option")
    for _, key, what in things:
        names.clash("options", key, what)


def _check_bodies(tree: Mapping, names: _Names, things: list[tuple[str, Scalar, str]]) -> None:
    """A verb begins a sentence, and so may the name of a thing."""
    for section, what in _BODIES:
        for entry in entries(tree.get(section)):
            names.add("bodies", entry.key, what)
            if section != "phases":
                names.add("verbs", entry.key, what)
    for section, what in (("windows", "a window"), ("tricks", "a trick")):
        for entry in entries(tree.get(section)):
            names.add("bodies", entry.key, what)
    for entry in entries(tree.get("melds")):
        names.add("bodies", entry.key, "a meld")
    for entry in entries(tree.get("payments")):
        names.add("bodies", entry.key, "a payment")
    for group in entries(tree.get("events")):
        for entry in entries(group.value):
            names.add("bodies", entry.key, "an event")
    for _, key, what in things:
        names.clash("verbs", key, what)
    _check_units(tree, names, things)


def _check_units(tree: Mapping, names: _Names, things: list[tuple[str, Scalar, str]]) -> None:
    """A word for one of something is nobody else's; and where there are units, their verbs mean the language's own."""
    ones = [(entry, text_under(entry.value, "one")) for g in entries(tree.get("state")) for entry in entries(g.value)]
    units = [(entry.key, one) for entry, one in ones if one is not None]
    for key, one in units:
        if one.text != first_word(key.text):
            names.add("units", one, "a unit")
        names.clash("bodies", one, "a unit")
    for _, key, what in things:
        if units and all(key is not unit for unit, _ in units):
            names.clash("units", key, what)
    for section, what in _BODIES[1:] if units else ():
        for entry in entries(tree.get(section)):
            if first_word(entry.key.text) in UNIT_VERBS:
                names.found_own_verb(entry.key, what, units[0][1])


def _check_plurals(tree: Mapping, things: list[tuple[str, Scalar, str]], found: list[Diagnostic]) -> None:
    """`cards` means all of `card`, so no place, variable, value or option may be called so."""
    components = {entry.key.text for entry in entries(tree.get("components"))}
    kinds = [entry for section in ("types", "components") for entry in entries(tree.get(section))]
    of_kinds = {plural(entry.key.text): entry for entry in reversed(kinds)}
    taken = {plural(entry.key.text): entry for entry in entries(tree.get("places"))} | of_kinds
    options = [("options", entry.key, "an option") for entry in entries(tree.get("options"))]
    for owner, key, what in (*things, *options):
        kind = (of_kinds if owner == "options" else taken).get(first_word(key.text))
        if kind is not None and owner not in components:
            found.append(
                error(
                    codes.NAME_TWICE,
                    f"`{kind.key.text}` has the plural `{first_word(key.text)}`, so {what} cannot be called so",
                    key.span,
                    labels=(Label(kind.key.span, "declared here"),),
                    help="choose another name",
                )
            )


def _unknown_rows(tree: Mapping) -> list[Diagnostic]:
    """Rows of components that are not declared."""
    declared = [entry.key.text for entry in entries(tree.get("components"))]
    found: list[Diagnostic] = []
    for entry in entries(tree.get("cards")):
        if entry.key.text not in declared:
            near = nearest(entry.key.text, declared)
            help = f"did you mean `{near}`?" if near else "rows stand below the name of their component"
            message = f"`{entry.key.text}` is no component of this rulebook, so it can have no rows"
            found.append(error(codes.UNKNOWN_ROWS, message, entry.key.span, help=help))
    return found


def _twice(key: Scalar, what: str, other: str, first: Scalar) -> Diagnostic:
    name = first_word(key.text)
    return error(
        codes.NAME_TWICE,
        f"`{name}` is {what} here, and {other} elsewhere",
        key.span_of(0, len(name)),
        labels=(Label(first.span, f"{other} of that name"),),
        help="give one of the two another name",
    )
