"""Types as rulebooks write them: of properties, variables and parameters."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.environment import Environment, Parameter
from encanta.checking.model import EFFECT, INTEGER, Enum, Type, list_of, map_per, set_of
from encanta.checking.reading import Text, Unreadable
from encanta.checking.types import component_type, enum_type, optional, place_type, plain_types
from encanta.language import ast
from encanta.language.parser import Vocabulary
from encanta.language.words import plural
from encanta.text.nearest import nearest
from encanta.text.nodes import Scalar
from encanta.text.spans import Span


def add_enum(env: Environment, name: str, members: list[Scalar], span: Span) -> None:
    """Declares an enumeration; a member that is there twice counts once."""
    env.enums.setdefault(name, Enum(name, tuple(dict.fromkeys(m.text for m in members)), span))


def read_enumeration(env: Environment, text: Text, key: Scalar) -> None:
    """`one of [a, b]` under a name declares an enumeration of that name; other types, and what is wrong, are left."""
    if "one" not in text.scalar.text:
        return
    try:
        form = Text(text.scalar, type(text.work)()).parse("type", Vocabulary())
    except Unreadable:
        return
    if form.kind == "enumeration":
        words = tuple(dict.fromkeys(w.id for w in form.words if isinstance(w, ast.Name)))
        env.enums.setdefault(key.text, Enum(key.text, words, key.span))


def read_type(env: Environment, text: Text, form: ast.TypeForm, own: str) -> Type:
    """The type a form stands for; `own` is the name of what is declared, for `one of`."""
    found = _plain(env, text, form, own)
    return optional(found) if form.optional else found


def _plain(env: Environment, text: Text, form: ast.TypeForm, own: str) -> Type:
    if form.kind == "enumeration":
        return _enumeration(env, text, form, own)
    if form.kind == "range":
        if form.low is not None and form.high is not None and form.low > form.high:
            help = f"did you mean `{form.high}..{form.low}`?"
            return text.wrong(codes.WRONG_TYPE, f"`{text.said(form)}` ends before it begins", form, help).type
        return INTEGER if form.name in (None, "integer") else named_type(env, text, form.name or "", form.at)
    if form.kind == "map":
        return _map(env, text, form)
    inner = named_type(env, text, form.name or "", form.at)
    if form.kind in ("set", "list") and inner.kind != "error":
        return set_of(inner) if form.kind == "set" else list_of(inner)
    return inner


def _map(env: Environment, text: Text, form: ast.TypeForm) -> Type:
    """`integer per color`: a number for each member of an enumeration."""
    if form.name not in ("integer", "effect"):
        message = "only numbers and effects can be different for each: `integer per ...`"
        return text.wrong(codes.NOT_YET, message, form).type
    of = EFFECT if form.name == "effect" else INTEGER
    if form.key in env.ranges:
        return map_per(form.key or "", of)
    key = named_type(env, text, form.key or "", form.at)
    if key.kind not in ("enum", "error"):
        message = f"`{form.key}` is no enumeration, so there is no {'number' if of is INTEGER else 'effect'} for each"
        return text.wrong(codes.WRONG_TYPE, message, form, "enumerations are declared under `types`").type
    return key if key.kind == "error" else map_per(key.name or "", of)


def _enumeration(env: Environment, text: Text, form: ast.TypeForm, own: str) -> Type:
    for word in form.words:
        if not isinstance(word, ast.Name):
            return text.wrong(codes.WRONG_TYPE, f"`{text.said(word)}` is no name", word).type
    words = tuple(dict.fromkeys(w.id for w in form.words))
    declared = env.enums[own]
    if declared.members != words:
        message = f"there is an enumeration `{own}` with other members already"
        return text.wrong(codes.NAME_HIDES, message, form, "give it one name for both under `types`").type
    return enum_type(own)


def known_type(env: Environment, name: str) -> Type | None:
    """The type of a name: of the language, of an enumeration or a component; the plural is a set of them."""
    plain = plain_types()
    if name in plain:
        return plain[name]
    if name == "place":
        return place_type(_only(env))
    if name in env.aliases:
        return env.aliases[name]
    if name in env.enums:
        return enum_type(name)
    if name in env.components:
        return component_type(name)
    for singular in [*plain, "place", *env.aliases, *env.enums, *env.components]:
        if plural(singular) == name:
            found = known_type(env, singular)
            return set_of(found) if found is not None else None
    return None


def _only(env: Environment) -> str | None:
    """The only kind of component, if there is only one."""
    return next(iter(env.components)) if len(env.components) == 1 else None


def named_type(env: Environment, text: Text, name: str, at: ast.At) -> Type:
    """The type of a name, or a diagnostic."""
    found = known_type(env, name)
    if found is not None:
        return found
    known = [*plain_types(), *env.enums, *env.components, *env.aliases, "place"]
    near = nearest(name, known)
    help = f"did you mean `{near}`?" if near else f"types are {', '.join(sorted(known))}"
    word = at
    start = text.scalar.text.find(name, at[0])
    if start >= 0:
        word = (start, start + len(name))
    return text.wrong(codes.UNKNOWN_NAME, f"`{name}` is no type of this rulebook", word, help).type


def read_parameters(env: Environment, text: Text, head: ast.Header) -> tuple[Parameter, ...]:
    """The parameters of a header or a signature with their types."""
    return tuple(Parameter(p.name, _parameter(env, text, p), p.preposition) for p in head.parameters)


def _parameter(env: Environment, text: Text, parameter: ast.Parameter) -> Type:
    """Said, or the name says it (`card`, `players`); `it` is the only kind of component; an amount is a number."""
    if parameter.type is not None:
        return named_type(env, text, parameter.type, parameter.type_at or parameter.at)
    found = known_type(env, parameter.name)
    if found is not None:
        return found
    only = _only(env)
    if parameter.name == "it" and only is not None:
        return component_type(only)
    if parameter.preposition is None and parameter.name != "it":
        return INTEGER
    message = f"`{parameter.name}` does not say what it is"
    help = f"put its type before it: `player {parameter.name}`, `integer {parameter.name}`"
    return text.wrong(codes.UNTYPED_PARAMETER, message, parameter.name_at, help).type
