"""Holds a tree of nodes against the registry: unknown and missing keys, wrong kinds, words and names."""

from __future__ import annotations

from collections.abc import Mapping as Map

from encanta.checking import structure_codes as codes
from encanta.checking.branches import Branch, Counts, branch_of, counts_of, is_table
from encanta.checking.option_specs import Option
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, Groups, Key, Keys, Leaf, Many, Named, Patch, below, may_be_table
from encanta.checking.structure_keys import meant_key, missing_keys, owner_unknown, unknown_key, wrong_name
from encanta.checking.structure_leaves import check_leaf, kind_wrong
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence

# A step that a patch inserts says after which ones it comes.
_PLACEMENT = Key("after", Many(Leaf("name")), "The steps after which it comes.", "after: [mix]")


def check_tree(
    node: Node, form: Form, options: Map[str, Option], components: frozenset[str], offered: Counts | None
) -> list[Diagnostic]:
    """Everything that is wrong with the shape of a tree, in the order found.

    `options` are those that branches may name, `components` the kinds that owners may be, `offered` the numbers of
    players that tables must cover (None: unknown, so tables are not held against it).
    """
    checker = _Checker(options, components, offered)
    checker.visit(node, form, None)
    return checker.found


class _Checker:
    def __init__(self, options: Map[str, Option], components: frozenset[str], offered: Counts | None) -> None:
        self.options = options
        self.components = components
        self.offered = offered
        self.found: list[Diagnostic] = []
        # Inside a patch, what is not named is in the rulebook already; `add` may place steps.
        self.partial = False
        self.operation = ""

    def visit(self, node: Node, form: Form, key: Scalar | None) -> None:
        """Check a node that stands under `key`."""
        branch = branch_of(node)
        if branch is not None:
            self._branch(branch, form)
        elif is_table(node) and may_be_table(form) and isinstance(node, Mapping):
            self._table(node, form)
        elif isinstance(node, Scalar) and node.kind == "null":
            self._empty(node, key)
        elif isinstance(form, (Leaf, Many)):
            self.found.extend(check_leaf(node, form, key))
        elif isinstance(form, Patch):
            self._patch(node, form, key)
        else:
            self._mapping(node, form, key)

    def _empty(self, node: Scalar, key: Scalar | None) -> None:
        name = f"under `{key.text}`" if key is not None else "here"
        place = key.span if key is not None else node.span
        help = "write a value, or remove the key" if key is not None else None
        self.found.append(error(codes.EMPTY_VALUE, f"nothing stands {name}", place, help=help))

    # ------------------------------------------------------------------------------------------- mappings

    def _mapping(self, node: Node, form: Keys | Named | Groups, key: Scalar | None) -> None:
        short = form.key(form.short) if isinstance(form, Keys) and form.short is not None else None
        if short is not None and not isinstance(node, Mapping):
            self.visit(node, short.form, key)
        elif not isinstance(node, Mapping):
            self.found.append(kind_wrong(node, form, key))
        elif isinstance(form, Keys):
            self._keys(node, form, key)
        elif isinstance(form, Named):
            for entry in node.entries:
                self.found.extend(wrong_name(entry.key, form))
                self.visit(entry.value, form.form, entry.key)
        else:
            self._groups(node, form)

    def _keys(self, node: Mapping, form: Keys, key: Scalar | None) -> None:
        meant: set[str] = set()
        for entry in node.entries:
            known = form.key(entry.key.text) or self._placement(form, entry.key.text)
            if known is not None:
                self.visit(entry.value, known.form, entry.key)
            elif form.rest is not None:
                self.visit(entry.value, form.rest, entry.key)
            else:
                self._unknown(entry, node, form, key, meant)
        if not self.partial:
            self.found.extend(missing_keys(node, form, key, meant))

    def _unknown(self, entry: Entry, node: Mapping, form: Keys, key: Scalar | None, meant: set[str]) -> None:
        """Report a key that nobody reads, and go on as if it were spelt right."""
        self.found.append(unknown_key(entry, form, key))
        near = meant_key(entry, form)
        if near is not None and near.name not in node and near.name not in meant:
            meant.add(near.name)
            self.visit(entry.value, near.form, entry.key)

    def _placement(self, form: Keys, name: str) -> Key | None:
        return _PLACEMENT if name == "after" and self.operation == "add" and form.what == "a step" else None

    def _groups(self, node: Mapping, form: Groups) -> None:
        allowed = (*form.owners, *(sorted(self.components) if form.components else ()))
        for entry in node.entries:
            if entry.key.text not in allowed:
                self.found.append(owner_unknown(entry.key, form, allowed))
            self.visit(entry.value, form.form, entry.key)

    # ------------------------------------------------------------------------- branches, tables and patches

    def _branch(self, branch: Branch, form: Form) -> None:
        option = self.options.get(branch.option)
        if option is None:
            self.found.append(_no_option(branch, self.options))
        elif not option.words:
            self.found.append(_no_readings(branch, option))
        else:
            self.found.extend(_readings_wrong(branch, option))
        for entry in branch.cases.entries:
            self.visit(entry.value, form, entry.key)

    def _table(self, node: Mapping, form: Form) -> None:
        if self.offered is not None:
            self.found.extend(_table_wrong(node, self.offered))
        for entry in node.entries:
            self.visit(entry.value, form, entry.key)

    def _patch(self, node: Node, form: Patch, key: Scalar | None) -> None:
        if not isinstance(node, Mapping):
            self.found.append(kind_wrong(node, form, key))
            return
        before = self.partial, self.operation
        self.partial, self.operation = True, form.operation
        if form.operation == "remove":
            self._removal(node, WHOLE, key)
        else:
            self.visit(node, WHOLE, key)
        self.partial, self.operation = before

    def _removal(self, node: Node, form: Form, key: Scalar | None) -> None:
        """A removal names things: mappings lead to them, and a word or a list of words names them."""
        if isinstance(node, Mapping) and isinstance(form, (Keys, Named, Groups)):
            for entry in node.entries:
                inner = below(form, entry.key.text)
                if inner is None and isinstance(form, Keys):
                    self.found.append(unknown_key(entry, form, key))
                elif inner is not None:
                    self._removal(entry.value, inner, entry.key)
        elif isinstance(node, Mapping) or (isinstance(node, Scalar) and node.kind == "null"):
            place = key.span if key is not None else node.span
            self.found.append(
                error(codes.WRONG_KIND, "a removal ends in the name of a thing, or a list of names", place,
                      help="write `remove: {actions: [trade, pass]}`")
            )  # fmt: skip
        elif isinstance(node, Sequence):
            for item in node.items:
                if not isinstance(item, Scalar):
                    self.found.append(error(codes.WRONG_KIND, "a list of things to remove holds names", item.span))


def _no_option(branch: Branch, options: Map[str, Option]) -> Diagnostic:
    near = nearest(branch.option, options)
    help = f"did you mean `by {near}`?" if near else "options are declared under `options:`"
    start = branch.key.text.index(branch.option)
    span = branch.key.span_of(start, start + len(branch.option))
    return error(codes.UNKNOWN_SETTING, f"`{branch.option}` is no option of this rulebook", span, help=help)


def _no_readings(branch: Branch, option: Option) -> Diagnostic:
    return error(
        codes.BRANCH_ON_NUMBER,
        f"`{option.name}` is a number, and a branch needs an option with readings",
        branch.key.span,
        labels=(Label(option.span, "declared here"),),
        help=f"use `{option.name}` in a formula instead",
    )


def _readings_wrong(branch: Branch, option: Option) -> list[Diagnostic]:
    """Readings that the option has not, and readings that the branch has not."""
    found: list[Diagnostic] = []
    for entry in branch.cases.entries:
        if entry.key.text not in option.words:
            near = nearest(entry.key.text, [word for word in option.words if word not in branch.cases])
            help = f"did you mean `{near}`?" if near else f"the readings are {_listed(option.words)}"
            found.append(
                error(
                    codes.UNKNOWN_READING,
                    f"`{entry.key.text}` is no reading of `{option.name}`",
                    entry.key.span,
                    labels=(Label(option.span, "declared here"),),
                    help=help,
                )
            )
    missing = [word for word in option.words if word not in branch.cases]
    if missing and not found:
        found.append(
            error(
                codes.MISSING_READING,
                f"this branch leaves out {_listed(missing)} of `{option.name}`",
                branch.key.span,
                labels=(Label(option.span, "declared here"),),
                help="a branch says what holds for every reading",
            )
        )
    return found


def _table_wrong(node: Mapping, offered: Counts) -> list[Diagnostic]:
    """Numbers of players that a table gives twice, in vain, or not at all."""
    found: list[Diagnostic] = []
    first: dict[int, Scalar] = {}
    most = offered.most if offered.most is not None else offered.least
    for entry in node.entries:
        counts = counts_of(entry.key.text)
        if counts is None:
            continue
        named = range(counts.least, min(counts.most if counts.most is not None else most, 999) + 1)
        twice = [players for players in named if players in first]
        if twice:
            found.append(_given_twice(entry.key, first[twice[0]], twice[0]))
        if not any(players in offered for players in named):
            found.append(_not_offered(entry.key, offered))
        for players in named:
            first.setdefault(players, entry.key)
    missing = [str(players) for players in range(offered.least, most + 1) if players not in first]
    if missing:
        found.append(
            error(
                codes.TABLE_GAP,
                f"this table says nothing for {' and '.join(missing)} players",
                node.entries[0].key.span,
                help="a table covers every number of players that the rulebook offers",
            )
        )
    return found


def _given_twice(key: Scalar, first: Scalar, players: int) -> Diagnostic:
    return error(
        codes.TABLE_OVERLAP,
        f"`{key.text}` gives a value for {players} players, and there is one already",
        key.span,
        labels=(Label(first.span, f"the value for {players} players"),),
        help="let each number of players stand in one line of the table",
    )


def _not_offered(key: Scalar, offered: Counts) -> Diagnostic:
    most = "" if offered.most == offered.least else f" to {offered.most}"
    return error(
        codes.PLAYERS_NOT_OFFERED,
        f"the game is for {offered.least}{most} players, so `{key.text}` is never used",
        key.span,
        help="remove the line, or change `players`",
    )


def _listed(words: tuple[str, ...] | list[str]) -> str:
    *most, last = [f"`{word}`" for word in words]
    return f"{', '.join(most)} and {last}" if most else last
