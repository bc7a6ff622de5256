"""Changes of a rulebook by name: set, replace, add, remove. Pure functions that share every node they do not change."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.checking import structure_codes as codes
from encanta.checking.registry import WHOLE
from encanta.checking.registry_forms import Form, Groups, Keys, Named, below, first_word, name_in
from encanta.text.diagnostic import Diagnostic, Label, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar, Sequence
from encanta.text.spans import Span

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touch:
    """A thing that a patch changes: where it stands in the rulebook, and where the patch says so."""

    path: Path
    span: Span
    operation: str


@dataclass(frozen=True, slots=True)
class Patched:
    """The changed tree, what was touched, and what is wrong with the patch (then the tree lacks those changes)."""

    tree: Mapping
    touches: tuple[Touch, ...]
    diagnostics: tuple[Diagnostic, ...]


def apply(tree: Mapping, operation: str, patch: Mapping) -> Patched:
    """The rulebook `tree` (with `cards`) changed as `patch` says. `operation`: set, replace, add or remove."""
    work = _Work(operation)
    if operation == "remove":
        changed = work.remove(tree, patch, WHOLE, ())
    else:
        changed = work.merge(tree, patch, WHOLE, ())
    return Patched(changed, tuple(work.touches), tuple(work.found))


class _Work:
    def __init__(self, operation: str) -> None:
        self.operation = operation
        self.touches: list[Touch] = []
        self.found: list[Diagnostic] = []

    def touch(self, path: Path, span: Span) -> None:
        self.touches.append(Touch(path, span, self.operation))

    # -------------------------------------------------------------------------------- set, replace, add

    def merge(self, base: Mapping, patch: Mapping, form: Form, path: Path) -> Mapping:
        """`base` with every entry of `patch` put in its place."""
        entries = list(base.entries)
        for entry in patch.entries:
            self._merge_entry(entries, entry, form, (*path, name_in(form, entry.key.text)))
        return _with(base, entries)

    def _merge_entry(self, entries: list[Entry], entry: Entry, form: Form, path: Path) -> None:
        at = _find(entries, path[-1], form)
        if at is None:
            self._absent(entries, entry, form, path)
            return
        old = entries[at]
        inner = below(form, old.key.text)
        whole = self.operation == "replace" and _is_thing(inner)
        if self.operation == "set":
            entry = _closed(old.value, entry, inner)
        deeper = _opened(old.value, entry.value, inner)
        if deeper is not None and not whole and isinstance(entry.value, Mapping) and inner is not None:
            before = len(self.found)
            new: Node = self.merge(deeper, entry.value, inner, path)
            entries[at] = old if new is deeper else Entry(old.key, new)
            if any(_stands_before(problem, entry) for problem in self.found[before:]):
                # The sections around a row have filled it, so it was written as a row of its own.
                self.found[before:] = [_hits(entry, old)]
        elif self.operation == "add":
            self.found.append(_hits(entry, old))
        elif not whole and isinstance(old.value, Mapping) != isinstance(entry.value, Mapping):
            self.found.append(_other_kind(entry, old))
        else:
            self.touch(path, entry.key.span)
            key = entry.key if whole and first_word(entry.key.text) != entry.key.text else old.key
            entries[at] = Entry(key, entry.value)

    def _absent(self, entries: list[Entry], entry: Entry, form: Form, path: Path) -> None:
        """Something that the rulebook does not have: right for `add`, wrong for everything else."""
        if self.operation != "add":
            self.found.append(_misses(entry.key, entries, form, self.operation, path))
            return
        inner = below(form, entry.key.text)
        if isinstance(entry.value, Mapping) and inner is not None and not _is_thing(inner):
            # A section that is not there yet is no thing: what stands below it is added, thing by thing.
            entries.append(Entry(entry.key, self.merge(_with(entry.value, []), entry.value, inner, path)))
            return
        self.touch(path, entry.key.span)
        if isinstance(form, Named) and form.inserts and isinstance(entry.value, Mapping):
            self._insert(entries, entry, entry.value, form)
        else:
            entries.append(entry)

    def _insert(self, entries: list[Entry], entry: Entry, value: Mapping, form: Named) -> None:
        """Put a step after the last present one of those that it names, or at the end."""
        after = value.get("after")
        new = Entry(entry.key, _with(value, [inner for inner in value.entries if inner.key.text != "after"]))
        if after is None:
            entries.append(new)
            return
        names = [
            item for item in (after.items if isinstance(after, Sequence) else (after,)) if isinstance(item, Scalar)
        ]
        places = [at for item in names if (at := _find(entries, item.text, form)) is not None]
        if places:
            entries.insert(max(places) + 1, new)
        elif names:
            self.found.append(_no_anchor(names, entries))

    # -------------------------------------------------------------------------------------------- remove

    def remove(self, base: Mapping, patch: Node, form: Form, path: Path) -> Mapping:
        """`base` without what `patch` names."""
        entries = list(base.entries)
        if isinstance(patch, Mapping):
            for entry in patch.entries:
                self._remove_below(entries, entry, form, (*path, name_in(form, entry.key.text)))
        else:
            for item in patch.items if isinstance(patch, Sequence) else (patch,):
                if isinstance(item, Scalar):
                    self._remove_one(entries, item, form, path)
        return _with(base, entries)

    def _remove_below(self, entries: list[Entry], entry: Entry, form: Form, path: Path) -> None:
        at = _find(entries, path[-1], form)
        inner = below(form, entries[at].key.text) if at is not None else None
        if at is None or inner is None:
            self.found.append(_misses(entry.key, entries, form, self.operation, path))
            return
        old = entries[at]
        if not isinstance(old.value, Mapping):
            self.found.append(_other_kind(entry, old))
            return
        new = self.remove(old.value, entry.value, inner, path)
        entries[at] = old if new is old.value else Entry(old.key, new)

    def _remove_one(self, entries: list[Entry], item: Scalar, form: Form, path: Path) -> None:
        name = name_in(form, item.text)
        at = _find(entries, name, form)
        if at is None:
            self.found.append(_misses(item, entries, form, self.operation, (*path, name)))
            return
        self.touch((*path, name), item.span)
        del entries[at]


def _is_thing(inner: Form | None) -> bool:
    """Whether an entry is a thing of its own, which `replace` swaps whole; else things stand below it."""
    return not isinstance(inner, (Named, Groups))


def _opened(old: Node, new: Node, inner: Form | None) -> Mapping | None:
    """The mapping that a patch goes into; a single text counts as the key that it stands for."""
    if not isinstance(new, Mapping):
        return None
    if isinstance(old, Mapping):
        return old
    if isinstance(inner, Keys) and inner.short is not None:
        key = Scalar(old.span.point, inner.short)
        return Mapping(old.span, (Entry(key, old),))
    return None


def _closed(old: Node, entry: Entry, inner: Form | None) -> Entry:
    """An entry with a single text, where the text of the thing it sets stands under a key of its own."""
    if not isinstance(entry.value, Scalar) or not isinstance(old, Mapping) or not isinstance(inner, Keys):
        return entry
    if inner.short is None or old.get(inner.short) is None:
        return entry
    key = Scalar(entry.value.span.point, inner.short)
    return Entry(entry.key, Mapping(entry.value.span, (Entry(key, entry.value),)))


def _find(entries: list[Entry], name: str, form: Form) -> int | None:
    return next((at for at, entry in enumerate(entries) if name_in(form, entry.key.text) == name), None)


def _with(base: Mapping, entries: list[Entry]) -> Mapping:
    """A mapping with these entries: the same object if they are the same."""
    if len(entries) == len(base.entries) and all(new is old for new, old in zip(entries, base.entries, strict=True)):
        return base
    return Mapping(base.span, tuple(entries))


def _stands_before(problem: Diagnostic, entry: Entry) -> bool:
    """Whether what a problem of a thing speaks of stands before the thing itself."""
    span, key = problem.span, entry.key.span
    return problem.code == codes.PATCH_HITS and span is not None and span.start < key.start


# ------------------------------------------------------------------------------------------- diagnostics


def _misses(key: Scalar, entries: list[Entry], form: Form, operation: str, path: Path) -> Diagnostic:
    names = [name_in(form, entry.key.text) for entry in entries]
    near = nearest(path[-1], names)
    where = f" in `{'.'.join(path[:-1])}`" if len(path) > 1 else ""
    labels = _near_label(entries, form, near) or _place_label(entries, where)
    new = "write it under `add:` if it is new" if operation in ("set", "replace") else None
    return error(
        codes.PATCH_MISSES,
        f"there is no `{key.text}`{where} to {operation}",
        key.span,
        labels=labels,
        help=f"did you mean `{near}`?" if near else new,
    )


def _near_label(entries: list[Entry], form: Form, near: str | None) -> tuple[Label, ...]:
    found = next((entry for entry in entries if name_in(form, entry.key.text) == near), None)
    return (Label(found.key.span, f"`{near}` is here"),) if found is not None else ()


def _place_label(entries: list[Entry], where: str) -> tuple[Label, ...]:
    return (Label(entries[0].key.span, f"what is there{where} begins here"),) if entries else ()


def _hits(entry: Entry, old: Entry) -> Diagnostic:
    return error(
        codes.PATCH_HITS,
        f"`{entry.key.text}` is there already, so it cannot be added",
        entry.key.span,
        labels=(Label(old.key.span, "it is here"),),
        help="write it under `set:` or `replace:`, or give it another name",
    )


def _other_kind(entry: Entry, old: Entry) -> Diagnostic:
    there = "has parts" if isinstance(old.value, Mapping) else "has no parts"
    return error(
        codes.PATCH_MISSES,
        f"`{old.key.text}` {there}, so `{entry.key.text}` cannot be changed in this way",
        entry.key.span,
        labels=(Label(old.key.span, "it is here"),),
        help="name the part to change, or write the whole thing under `replace:`",
    )


def _no_anchor(names: list[Scalar], entries: list[Entry]) -> Diagnostic:
    shown = " or ".join(f"`{name.text}`" for name in names)
    near = nearest(names[0].text, [entry.key.text for entry in entries])
    return error(
        codes.PATCH_MISSES,
        f"there is no step {shown} to come after",
        names[0].span,
        labels=_place_label(entries, ""),
        help=f"did you mean `{near}`?" if near else "name at least one step that is there",
    )


def conflicts(first: tuple[Touch, ...], second: tuple[Touch, ...]) -> list[Diagnostic]:
    """Where two patches change one thing, or one of them a part of what the other changes."""
    by_path = {touch.path: touch for touch in first}
    longer = {path[:length]: touch for path, touch in by_path.items() for length in range(1, len(path))}
    found: list[Diagnostic] = []
    for touch in second:
        other = next(
            (by_path[touch.path[:n]] for n in range(1, len(touch.path) + 1) if touch.path[:n] in by_path), None
        )
        other = other or longer.get(touch.path)
        if other is not None:
            found.append(_conflict(touch, other))
    return found


def _conflict(touch: Touch, other: Touch) -> Diagnostic:
    shared = touch.path if len(touch.path) <= len(other.path) else other.path
    return error(
        codes.PATCH_CONFLICT,
        f"two changes of `{'.'.join(shared)}` at once",
        touch.span,
        labels=(Label(other.span, "the other change"),),
        help="write the thing with a branch `by` one of the options, or let `needs` exclude one of the two",
    )
