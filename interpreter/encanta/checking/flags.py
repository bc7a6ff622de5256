"""Flags: the words `yes` and `no`, and what people write instead."""

from __future__ import annotations

from encanta.checking import structure_codes as codes
from encanta.text.diagnostic import Diagnostic, Fix, error
from encanta.text.nodes import Scalar

FLAGS = {"no": 0, "yes": 1}
_INSTEAD = {"on": "yes", "true": "yes", "y": "yes", "yes": "yes", "off": "no", "false": "no", "n": "no", "no": "no"}


def misspelt_flag(node: Scalar) -> Diagnostic | None:
    """The diagnostic for a flag in the words of another language (`true`, `Off`), or None if it is none of these."""
    word = _INSTEAD.get(node.text.casefold())
    if word is None or node.text in FLAGS:
        return None
    return error(
        codes.FLAG_WORD,
        f"a flag is `yes` or `no`, not `{node.text}`",
        node.span,
        fix=Fix(node.span, word),
    )


def check_flag(node: Scalar) -> Diagnostic | None:
    """What is wrong with a flag, or None."""
    if node.text in FLAGS:
        return None
    return misspelt_flag(node) or error(codes.FLAG_WORD, f"a flag is `yes` or `no`, not `{node.text}`", node.span)
