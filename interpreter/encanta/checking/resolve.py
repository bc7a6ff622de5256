"""Resolves what depends on options and on the number of players, sharing everything that does not."""

from __future__ import annotations

from collections.abc import Mapping as Map

from encanta.checking.branches import branch_of, is_table, table_value
from encanta.checking.option_specs import Option
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, Leaf, Many, below, may_be_table
from encanta.text.nodes import Entry, Mapping, Node

_UNTOUCHED = frozenset({"options", "presets"})
_Key = tuple[Node, tuple[int, ...]]


class Resolver:
    """Resolves the trees of one rulebook. The same part under the same settings is the same object each time.

    What the structure check has reported (a branch that leaves out the reading, a table that leaves out the number) is
    dropped here with its key.
    """

    def __init__(self, options: Map[str, Option]) -> None:
        self._options = options
        self._depends: dict[Node, tuple[str, ...] | None] = {}
        self._kept: dict[_Key, Node | None] = {}

    def resolve(self, tree: Mapping, settings: Map[str, int], players: int, form: Form = WHOLE) -> Mapping:
        """The tree for these settings (readings by their index) and this number of players."""
        found = self._node(tree, form, settings, players)
        return found if isinstance(found, Mapping) else Mapping(tree.span, ())

    def depends(self, node: Node, form: Form = WHOLE) -> tuple[str, ...]:
        """The options that branches in a tree name, and `#` if it holds a table over players."""
        return self._names(node, form) or ()

    def _node(self, node: Node, form: Form | None, settings: Map[str, int], players: int) -> Node | None:
        names = self._names(node, form)
        if names is None:
            return node
        key = (node, tuple(players if name == "#" else settings.get(name, -1) for name in names))
        if key not in self._kept:
            self._kept[key] = self._resolved(node, form, settings, players)
        return self._kept[key]

    def _resolved(self, node: Node, form: Form | None, settings: Map[str, int], players: int) -> Node | None:
        branch = branch_of(node)
        if branch is not None:
            option = self._options.get(branch.option)
            value = branch.cases.get(option.word(settings[option.name])) if option is not None else None
            return self._node(value, form, settings, players) if value is not None else None
        assert isinstance(node, Mapping)
        if is_table(node) and (form is None or may_be_table(form)):
            value = table_value(node, players)
            return self._node(value, form, settings, players) if value is not None else None
        entries: list[Entry] = []
        for entry in node.entries:
            inner = self._node(entry.value, _inner(form, entry.key.text), settings, players)
            if inner is not None:
                entries.append(entry if inner is entry.value else Entry(entry.key, inner))
        return Mapping(node.span, tuple(entries))

    def _names(self, node: Node, form: Form | None) -> tuple[str, ...] | None:
        """The options that the tree depends on; None where it depends on nothing."""
        if not isinstance(node, Mapping):
            return None
        if node not in self._depends:
            found = self._find_names(node, form)
            self._depends[node] = tuple(sorted(found)) if found else None
        return self._depends[node]

    def _find_names(self, node: Mapping, form: Form | None) -> set[str]:
        branch = branch_of(node)
        if branch is not None:
            inner = {name for entry in branch.cases for name in self._names(entry.value, form) or ()}
            return {branch.option, *inner}
        if is_table(node) and (form is None or may_be_table(form)):
            return {"#", *(name for entry in node for name in self._names(entry.value, form) or ())}
        found: set[str] = set()
        for entry in node:
            if not (form is WHOLE and entry.key.text in _UNTOUCHED):
                found.update(self._names(entry.value, _inner(form, entry.key.text)) or ())
        return found


def _inner(form: Form | None, key: str) -> Form | None:
    if form is None or isinstance(form, (Leaf, Many)):
        return None
    return below(form, key)
