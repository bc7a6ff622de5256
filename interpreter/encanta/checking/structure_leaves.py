"""What is wrong with a single value: a list where a text is needed, a word that may not stand there."""

from __future__ import annotations

import re

from encanta.checking import structure_codes as codes
from encanta.checking.branches import counts_of, is_table
from encanta.checking.flags import check_flag
from encanta.checking.registry import examples, kind_of
from encanta.checking.registry_forms import LANGUAGE_KINDS, Form, Groups, Keys, Leaf, Many, Named, Patch
from encanta.checking.structure_keys import reserved_name
from encanta.text.diagnostic import Diagnostic, Fix, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Mapping, Node, Scalar, Sequence

_RANGE = re.compile(r"(-?\d{1,18})\.\.(-?\d{1,18})")
_NAME = re.compile(r"[^\W\d]\w*")

_IN_WORDS = {
    "block": "what happens, in lines of the language",
    "formula": "a formula",
    "static": "a formula that is known before play",
    "pick": "what is chosen, such as `2 from hand`",
    "trigger": "an event",
    "hook": "the name of a step, such as `search.keep`",
    "change": "a change of a value, such as `hand_size + 1`",
    "ban": "what is forbidden, such as `draw` or `actions of hand`",
    "limit": "how often, such as `once per turn`",
    "type": "a type",
    "order": "conditions, one after the other",
    "asked": "`clockwise from` a player, or `by lot`",
    "played": "what is played from where, such as `card from hand`",
    "moment": "`at once`, or an event such as `after buying`",
    "text": "a text",
    "flag": "`yes` or `no`",
    "integer": "a number",
    "range": "a number or a range, such as `2..6`",
    "name": "a name",
    "word": "one word",
    "setting": "a value of the option",
    "members": "a list of names, or a range",
    "value": "a value",
}


def check_leaf(node: Node, form: Leaf | Many, key: Scalar | None) -> list[Diagnostic]:
    """What is wrong with a value that should be single (or, for Many, a list of such)."""
    if isinstance(form, Many):
        items = node.items if isinstance(node, Sequence) else (node,)
        return [problem for item in items for problem in check_leaf(item, form.item, key)]
    if form.kind == "value":
        return _nothing_empty(node, key)
    if form.kind == "members":
        return _members(node, form, key)
    if isinstance(node, Scalar):
        problem = _scalar(node, form, key)
        return [problem] if problem is not None else []
    if form.kind == "setting" and is_table(node):
        return []
    return [kind_wrong(node, form, key)]


def _scalar(node: Scalar, form: Leaf, key: Scalar | None) -> Diagnostic | None:
    named = f"`{key.text}`" if key is not None else "this"
    if form.kind == "flag":
        return check_flag(node)
    if form.kind == "integer" and node.kind != "integer":
        return error(codes.BAD_NUMBER, f"{named} is a number, not `{node.text}`", node.span)
    if form.kind == "range" and counts_of(node.text) is None:
        return error(
            codes.BAD_NUMBER,
            f"{named} is a number or a range, not `{node.text}`",
            node.span,
            help="write `4`, or `2..6` for two to six",
        )
    if form.kind == "name" and not _NAME.fullmatch(node.text):
        return error(
            codes.BAD_NAME,
            f"{named} is the name of something, and `{node.text}` is no name",
            node.span,
            help="a name is one word of letters, digits and `_`, and begins with a letter",
        )
    if form.kind == "word" and node.text not in form.words:
        return _wrong_word(node, form, named)
    return None


def _wrong_word(node: Scalar, form: Leaf, named: str) -> Diagnostic:
    near = nearest(node.text, form.words)
    words = " or ".join(f"`{word}`" for word in form.words)
    return error(
        codes.UNKNOWN_WORD,
        f"{named} is {words}, not `{node.text}`",
        node.span,
        help=f"did you mean `{near}`?" if near else None,
    )


def _nothing_empty(node: Node, key: Scalar | None) -> list[Diagnostic]:
    """Of a value that may be anything, nothing in it may be empty."""
    if isinstance(node, Scalar):
        if node.kind != "null":
            return []
        place = key.span if key is not None else node.span
        return [error(codes.EMPTY_VALUE, "nothing stands here", place, help="write a value, or remove the key")]
    if isinstance(node, Sequence):
        return [problem for item in node.items for problem in _nothing_empty(item, None)]
    return [problem for entry in node.entries for problem in _nothing_empty(entry.value, entry.key)]


def _members(node: Node, form: Leaf, key: Scalar | None) -> list[Diagnostic]:
    if isinstance(node, Scalar):
        return _empty_range(node)
    if isinstance(node, Mapping):
        return [kind_wrong(node, form, key)]
    return [problem for item in node.items for problem in _member(item, key)]


def _empty_range(node: Scalar) -> list[Diagnostic]:
    ends = _RANGE.fullmatch(node.text)
    if ends is None or int(ends.group(1)) <= int(ends.group(2)):
        return []
    turned = f"{ends.group(2)}..{ends.group(1)}"
    message = f"`{node.text}` ends before it begins"
    return [error(codes.BAD_NUMBER, message, node.span, help=f"did you mean `{turned}`?", fix=Fix(node.span, turned))]


def _member(item: Node, key: Scalar | None) -> list[Diagnostic]:
    problems = check_leaf(item, Leaf("name"), key)
    if problems or not isinstance(item, Scalar):
        return problems
    reserved = reserved_name(item, item.text)
    return [reserved] if reserved is not None else []


def kind_wrong(node: Node, form: Form, key: Scalar | None) -> Diagnostic:
    """The diagnostic for a mapping, a list or a text where something else is needed."""
    named = f"`{key.text}`" if key is not None else "this"
    labels = (Label(key.span, "under this key"),) if key is not None and key.span.line != node.span.line else ()
    return error(
        codes.WRONG_KIND,
        f"{named} holds {_wanted(form)}, not {_there(node)}",
        node.span,
        labels=labels,
        help=_help(node, form, key),
    )


def _wanted(form: Form) -> str:
    if isinstance(form, Many):
        return f"{_wanted(form.item)}, or a list of several"
    if isinstance(form, Leaf):
        return _IN_WORDS.get(form.kind, "a value")
    if isinstance(form, Keys):
        return f"{form.what} with its keys"
    if isinstance(form, Named):
        return f"names, each with {form.what}"
    if isinstance(form, Groups):
        return f"{form.what} by whose they are"
    return "changes of the rulebook in its own words"


def _there(node: Node) -> str:
    if isinstance(node, Scalar):
        return "a single text" if node.kind == "text" else f"`{node.text}`"
    return "a list" if isinstance(node, Sequence) else "keys with values"


_EXAMPLES = {
    "block": "move top of deck to hand", "formula": "count(hand) > 2", "static": "players + 1", "pick": "2 from hand",
    "trigger": "your turn begins", "type": "integer", "text": "some words", "name": "a_name", "flag": "yes",
    "change": "hand_size + 1", "limit": "once per turn", "hook": "before turn", "members": "[red, blue]",
}  # fmt: skip
"""An example for each kind of leaf, for where the key is the author's."""


def _help(node: Node, form: Form, key: Scalar | None) -> str | None:
    said = [part for part in (_what_to_do(node, form), _example(form, key)) if part is not None]
    return "; ".join(said) or None


def _example(form: Form, key: Scalar | None) -> str | None:
    """What could stand under a key."""
    if key is None:
        return None
    kind = kind_of(form)
    example = examples().get((key.text, kind))
    if example is None and kind in _EXAMPLES:
        example = f"{key.text}: {_EXAMPLES[kind]}"
    elif example is None and isinstance(form, Keys) and form.keys:
        example = f"{key.text}: {{{form.keys[0].example}}}"
    return f"for example `{example}`" if example is not None else None


def _what_to_do(node: Node, form: Form) -> str | None:
    if isinstance(form, Leaf) and form.kind == "block" and isinstance(node, Sequence):
        return "write the lines below `|`, or join them with `;`"
    form = form.item if isinstance(form, Many) else form
    if isinstance(form, Leaf) and isinstance(node, Mapping) and form.kind in LANGUAGE_KINDS:
        return "if the text holds a colon or braces, put it in quotes"
    if isinstance(form, (Keys, Named, Groups)) and isinstance(node, Scalar):
        first = _key_without_colon(node, form)
        if first is not None:
            return f"is a colon missing after `{first}`?"
    if isinstance(form, Groups):
        return f"begin with {' or '.join(f'`{owner}:`' for owner in form.owners)}"
    if isinstance(form, Named) and isinstance(node, Sequence):
        return "give each entry a name: `name: ...` instead of `- ...`"
    if isinstance(form, Patch):
        return "begin with the name of a section"
    return None


def _key_without_colon(node: Scalar, form: Keys | Named | Groups) -> str | None:
    """The words at the beginning of a text that are probably a key of what should stand there."""
    if isinstance(form, Named):
        found = re.match(r"([^\W\d]\w*) \S", node.text)
        return found.group(1) if found is not None else None
    known = [key.name for key in form.keys] if isinstance(form, Keys) else form.owners
    return next((name for name in known if node.text.startswith(f"{name} ")), None)
