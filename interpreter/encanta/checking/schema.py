"""The JSON Schema of rulebooks, made from the registry: `python -m encanta.checking.schema` writes it anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from encanta.checking.registry import CARDS, RULEBOOK, SOURCES, VARIANT, WHOLE
from encanta.checking.registry_forms import Form, Groups, Keys, Leaf, Many, Named, Patch
from encanta.resources import grammar_root
from encanta.text.nodes import Mapping, Node, Scalar

SCHEMA_FILE = "rulebook.schema.json"
Schema = dict[str, Any]

_COUNTS = r"^\d{1,3}(\s*\.\.\s*(\d{1,3})?)?$"
_NAME = r"^[^\W\d]\w*"
_SINGLE: Schema = {"type": ["string", "integer"]}
_TEXTS = frozenset(
    {"block", "pick", "trigger", "hook", "change", "ban", "limit", "order", "asked", "played", "moment", "text"}
)
_ANYTHING: Schema = {"not": {"type": "null"}}


def rulebook_schema() -> Schema:
    """The schema of `rulebook.yaml`; those of the other files stand under `$defs`."""
    writer = _Writer()
    root = writer.schema(RULEBOOK)
    files: dict[str, Form] = {"cards.yaml": CARDS, "variants": VARIANT, "sources.yaml": SOURCES}
    named = {name: writer.schema(form) for name, form in files.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A rulebook of Encanta",
        **root,
        "$defs": {**writer.defs, **named},
    }


def schema_text() -> str:
    """The schema as it stands in the file."""
    return json.dumps(rulebook_schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def plain(node: Node) -> Any:
    """The value of a node as JSON has it: texts, whole numbers, None, lists and mappings."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {entry.key.text: plain(entry.value) for entry in node}
    return [plain(item) for item in node]


class _Writer:
    """Writes forms as schemas; each mapping with known keys becomes a definition of its own."""

    def __init__(self) -> None:
        self.defs: Schema = {}
        self._names: dict[int, str] = {}

    def schema(self, form: Form) -> Schema:
        """The schema of a form, without branches and tables."""
        if isinstance(form, Leaf):
            return _leaf(form)
        if isinstance(form, Many):
            one = _leaf(form.item)
            return {"anyOf": [one, {"type": "array", "items": one}]}
        if isinstance(form, Keys):
            return self._reference(form)
        if isinstance(form, Patch):
            return self._patch()
        if isinstance(form, Named):
            return {"type": "object", "additionalProperties": self.value(form.form)}
        return self._groups(form)

    def value(self, form: Form) -> Schema:
        """The schema of what may stand in a slot: the form itself, a branch by an option, or a table over players."""
        choices = [self.schema(form)]
        if isinstance(form, Keys) and form.short is not None:
            short = form.key(form.short)
            if short is not None:
                choices.append(self.schema(short.form))
        return {"anyOf": [*choices, self._choice()]}

    def _groups(self, form: Groups) -> Schema:
        inner = self.value(form.form)
        if form.components:
            return {"type": "object", "additionalProperties": inner}
        return {"type": "object", "properties": dict.fromkeys(form.owners, inner), "additionalProperties": False}

    def _reference(self, form: Keys) -> Schema:
        if form is RULEBOOK:
            return self._keys(form)
        if id(form) not in self._names:
            name = form.what.replace("a ", "", 1).replace("an ", "", 1).replace(" ", "-")
            while name in self.defs:
                name += "-of-a-row"
            self._names[id(form)] = name
            self.defs[name] = {}
            self.defs[name] = self._keys(form)
        return {"$ref": f"#/$defs/{self._names[id(form)]}"}

    def _keys(self, form: Keys) -> Schema:
        properties = {key.name: {**self.value(key.form), "description": key.about} for key in form.keys}
        schema: Schema = {"type": "object", "properties": properties}
        schema["additionalProperties"] = self.value(form.rest) if form.rest is not None else False
        required = [key.name for key in form.keys if key.required]
        if required:
            schema["required"] = required
        groups = [{"anyOf": [{"required": [name]} for name in group]} for group in form.one_of]
        if groups:
            schema["allOf"] = groups
        return schema

    def _patch(self) -> Schema:
        """The definition of a patch names the sections; what stands below is checked by the program."""
        self.defs.setdefault(
            "patch",
            {
                "type": "object",
                "properties": {key.name: {"description": key.about} for key in WHOLE.keys},
                "additionalProperties": False,
            },
        )
        return {"$ref": "#/$defs/patch"}

    def _choice(self) -> Schema:
        """A branch by an option, or a table over players."""
        self.defs.setdefault(
            "choice",
            {
                "type": "object",
                "minProperties": 1,
                "additionalProperties": False,
                "patternProperties": {r"^by\s": {"type": "object"}, _COUNTS: _ANYTHING},
            },
        )
        return {"$ref": "#/$defs/choice"}


def _leaf(form: Leaf) -> Schema:
    if form.kind == "flag":
        return {"enum": ["yes", "no"]}
    if form.kind == "word":
        return {"enum": list(form.words)}
    if form.kind == "integer":
        return {"type": "integer"}
    if form.kind == "range":
        return {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": _COUNTS}]}
    if form.kind == "name":
        return {"type": "string", "pattern": _NAME}
    if form.kind == "members":
        return {"anyOf": [_SINGLE, {"type": "array", "items": {"type": "string", "pattern": _NAME}}]}
    if form.kind == "value":
        return _ANYTHING
    if form.kind in ("formula", "static"):
        # A formula such as `[deck, hand]` is a list for YAML.
        return {"anyOf": [_SINGLE, {"type": "array"}]}
    return {"type": "string"} if form.kind in _TEXTS and form.kind != "text" else _SINGLE


def main() -> None:
    """Write the schema where it is shipped."""
    path: Path = grammar_root() / SCHEMA_FILE
    path.write_text(schema_text(), encoding="utf-8")
    print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
