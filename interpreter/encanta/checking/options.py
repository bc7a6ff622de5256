"""Settles options: defaults, presets and what is set; and what must hold for a game to be set up."""

from __future__ import annotations

from collections.abc import Mapping as Map

from encanta.checking import structure_codes as codes
from encanta.checking.branches import table_value
from encanta.checking.option_specs import Option, check_setting, refusal
from encanta.checking.reading import Text, Unreadable, Work, warn_of_constant
from encanta.checking.static import Known, NotStatic, evaluate
from encanta.language.parser import Vocabulary
from encanta.text.diagnostic import Diagnostic, Fix, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar
from encanta.text.spans import Span

Settings = dict[str, int]


def defaults(options: Map[str, Option], players: int) -> Settings:
    """The value of every option that nobody has set."""
    return {name: option.default_for(players) for name, option in options.items()}


def settle(options: Map[str, Option], given: Map[str, object]) -> tuple[Settings, list[Diagnostic]]:
    """The integers for options that are set to numbers, flags, or words such as `3`, `yes` or a reading."""
    values: Settings = {}
    found: list[Diagnostic] = []
    for name, value in given.items():
        option = options.get(name)
        if option is None:
            found.append(unknown_option(name, options, None))
            continue
        text = _written(value)
        number = option.read(text)
        if isinstance(number, int):
            values[name] = number
        else:
            found.append(refusal(option, text, number, None))
    return values, found


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def settle_tree(options: Map[str, Option], node: Node | None, players: int) -> Settings:
    """The integers for options as a preset or a variant sets them; what is wrong there is passed over."""
    values: Settings = {}
    for entry in node if isinstance(node, Mapping) else ():
        option = options.get(entry.key.text)
        value = table_value(entry.value, players) if isinstance(entry.value, Mapping) else entry.value
        if option is not None and isinstance(value, Scalar):
            number = option.read(value.text)
            if isinstance(number, int):
                values[option.name] = number
    return values


def check_settings(options: Map[str, Option], node: Node | None) -> list[Diagnostic]:
    """What is wrong with a preset, or with what a variant sets or needs."""
    found: list[Diagnostic] = []
    for entry in node if isinstance(node, Mapping) else ():
        option = options.get(entry.key.text)
        if option is None:
            found.append(unknown_option(entry.key.text, options, entry.key.span))
            continue
        values = [case.value for case in entry.value] if isinstance(entry.value, Mapping) else [entry.value]
        found.extend(problem for value in values if (problem := check_setting(option, value)) is not None)
    return found


def unknown_option(name: str, options: Map[str, Option], span: Span | None) -> Diagnostic:
    """The diagnostic for an option that is not declared."""
    near = nearest(name, options)
    help = f"did you mean `{near}`?" if near else None if options else "this rulebook has no options"
    return error(codes.UNKNOWN_SETTING, f"`{name}` is no option of this rulebook", span, help=help)


def unknown_choice(what: str, name: str, known: Map[str, object]) -> Diagnostic:
    """The diagnostic for a preset or a variant that is not there."""
    near = nearest(name, known)
    listed = ", ".join(f"`{word}`" for word in sorted(known))
    help = f"did you mean `{near}`?" if near else f"there are {listed}" if known else f"this rulebook has no {what}s"
    return error(codes.UNKNOWN_SETTING, f"`{name}` is no {what} of this rulebook", None, help=help)


# ------------------------------------------------------------------------------------------------- needs


def static_value(node: Scalar, known: Known) -> int | list[Diagnostic]:
    """The value of a formula that must be known before play, or what is wrong with it."""
    work = Work()
    text = Text(node, work)
    if node.kind == "integer":
        return int(node.text)
    try:
        return evaluate(text.parse("formula", Vocabulary()), known)
    except Unreadable:
        return work.found
    except NotStatic as problem:
        span = text.span(problem.at)
        if problem.near is None:
            return [error(codes.NOT_STATIC, problem.message, span)]
        help = f"did you mean `{problem.near}`?"
        return [error(codes.NOT_STATIC, problem.message, span, help=help, fix=Fix(span, problem.near))]


def check_needs(node: Node | None, known: Known) -> list[Diagnostic]:
    """The needs of a rulebook that these settings do not meet."""
    found: list[Diagnostic] = []
    for entry in node if isinstance(node, Mapping) else ():
        if isinstance(entry.value, Scalar):
            value = static_value(entry.value, known)
            if isinstance(value, list):
                found.extend(value)
                continue
            text = Text(entry.value, Work())
            warn_of_constant(text, text.parse("formula", Vocabulary()))
            found.extend(text.work.found)
            if not value:
                found.append(_unmet(entry, known))
    return found


def _unmet(entry: Entry, known: Known) -> Diagnostic:
    assert isinstance(entry.value, Scalar)
    words = [name for name in known.settings if name in entry.value.text]
    shown = ", ".join(f"`{name}` is {_shown(name, known)}" for name in words)
    return error(
        codes.NEEDS_UNMET,
        f"{known.players} players cannot play so: {entry.key.text}",
        entry.key.span,
        help=f"here {shown}" if shown else None,
    )


def _shown(name: str, known: Known) -> str:
    option, value = known.options[name], known.settings[name]
    if option.kind == "flag":
        return "yes" if value else "no"
    return option.members[value] if option.members and 0 <= value < len(option.members) else str(value)


def check_variant_needs(
    options: Map[str, Option], node: Node | None, settings: Settings, title: str
) -> list[Diagnostic]:
    """Options that are not as a variant needs them."""
    found: list[Diagnostic] = []
    for entry in node if isinstance(node, Mapping) else ():
        option = options.get(entry.key.text)
        if option is None or not isinstance(entry.value, Scalar):
            continue
        wanted = option.read(entry.value.text)
        if isinstance(wanted, int) and settings.get(option.name) != wanted:
            found.append(
                error(
                    codes.NEEDS_UNMET,
                    f"`{title}` needs `{option.name}` to be `{entry.value.text}`,"
                    f" not `{option.word(settings[option.name])}`",
                    entry.span,
                    help=f"set it, such as with `--set {option.name}={entry.value.text}`",
                )
            )
    return found
