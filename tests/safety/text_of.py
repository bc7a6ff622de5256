"""What the text of a compiled rulebook may hold, and rulebooks that try to bring in more."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from encanta.checking.configure import open_rulebook
from encanta.compiling.compiler import Compiled, compile_model
from encanta.text.diagnostic import Diagnostic

PLAIN = re.compile(r"[A-Za-z_][a-z0-9_]{0,40}|[A-Z_]+[0-9]*")
"""Names of generated code: letters in front say what a thing is, and a tail repeats an author's word if it is plain."""
NODES = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.If, ast.For,
    ast.While, ast.Break, ast.Continue, ast.Pass, ast.Expr, ast.Raise, ast.Name, ast.Constant, ast.Tuple, ast.List,
    ast.Dict, ast.Set, ast.Subscript, ast.Slice, ast.Call, ast.Attribute, ast.Starred, ast.Lambda, ast.IfExp,
    ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp,
    ast.comprehension, ast.NamedExpr, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context,
    ast.keyword,
)  # fmt: skip
METHODS = {
    "component",
    "append",
    "at",
    "bit_count",
    "bit_length",
    "count",
    "get",
    "index",
    "items",
    "keys",
    "pop",
    "values",
    "extend",
}

KINDS = {"begin", "move", "shuffle", "deal", "look", "set", "tally"}
"""What the traced build calls the changes that it notes."""


def strange_parts(text: str) -> list[str]:
    """Everything in a program's text that could do more than reckon with numbers: texts, imports, odd names."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, NODES):
            found.append(type(node).__name__)
        elif isinstance(node, ast.Constant) and not (
            node.value is None or isinstance(node.value, bool | int) or node.value in KINDS
        ):
            found.append(repr(node.value))
        elif isinstance(node, ast.Attribute) and node.attr not in METHODS:
            found.append(f".{node.attr}")
        found += [name for name in names_in(node) if not PLAIN.fullmatch(name) or name.startswith("__")]
    return found


def names_in(node: ast.AST) -> list[str]:
    """The names that a node of the text gives or uses itself."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    return [node.arg] if isinstance(node, ast.arg) else []


def compiled(
    folder: Path, rulebook: str, cards: str, players: int = 2, traced: bool = False
) -> Compiled | list[Diagnostic]:
    """A rulebook as a program, or why it is refused."""
    (folder / "rulebook.yaml").write_text(rulebook, encoding="utf-8")
    (folder / "cards.yaml").write_text(cards, encoding="utf-8")
    opened, found = open_rulebook(str(folder))
    if opened is None:
        return found
    model, found = opened.configure(players)
    return found if model is None else compile_model(model, traced)
