"""`dataclass` for the many small classes of trees: made fast when the program starts, and compared by identity.

The library's own decorator compiles several functions for each class at once, which takes a third of a millisecond; of
the hundred classes of trees most runs use few. Here a class gets its `__init__` when its first object is made. Type
checkers see the library's decorator, so a class that is `frozen` is so for them; nothing holds it so at run time.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, slots: bool, eq: bool, frozen: bool = False) -> Callable[[type], type]:
        """A decorator that makes a class like `dataclasses.dataclass(slots=True, eq=False)` does; it does no other.

        Fields may have defaults, also `field(default_factory=...)`.
        """
        assert slots
        assert not eq
        return lambda cls: _made(cls, frozen)


_PARAMS = {
    frozen: dataclasses.make_dataclass("_", (), frozen=frozen, eq=False).__dict__["__dataclass_params__"]
    for frozen in (True, False)
}
"""What the library asks of a class from which one of its own is derived."""


def _made(cls: type, frozen: bool) -> type:
    """The class anew, with slots for its own fields."""
    inherited = tuple(_names(cls.__mro__[1:]))
    own = tuple(name for name in inspect.get_annotations(cls) if name not in inherited)
    namespace = {name: value for name, value in cls.__dict__.items() if name not in (*own, "__dict__", "__weakref__")}
    namespace |= {
        "__slots__": own,
        "__match_args__": (*inherited, *own),
        "__qualname__": cls.__qualname__,
        "__dataclass_fields__": _Fields(cls),
        "__dataclass_params__": _PARAMS[frozen],
        "_defaults": {name: cls.__dict__[name] for name in own if name in cls.__dict__},
        "__repr__": _shown,
    }
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    made.__init__ = _first_init(made)  # type: ignore[misc]
    return made


def _names(classes: tuple[type, ...]) -> Iterator[str]:
    """The fields of classes, those of the oldest first."""
    for cls in reversed(classes):
        if "_defaults" in cls.__dict__:
            yield from cls.__dict__["__slots__"]


def _first_init(cls: type) -> Callable[..., None]:
    """An `__init__` that makes the real one, and puts it in its place."""

    def first(self: Any, *args: Any, **named: Any) -> None:
        init = _init(cls)
        cls.__init__ = init  # type: ignore[misc]
        init(self, *args, **named)

    return first


def _init(cls: type) -> Callable[..., None]:
    defaults: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        defaults |= base.__dict__.get("_defaults", {})
    arguments, lines = [], []
    names = tuple(_names(cls.__mro__))
    for name in names:
        default = defaults.get(name, dataclasses.MISSING)
        made = isinstance(default, dataclasses.Field)
        arguments.append(name if name not in defaults else f"{name}=_none" if made else f"{name}=_defaults[{name!r}]")
        lines.append(f" self.{name} = {f'_defaults[{name!r}].default_factory() if {name} is _none else ' * made}{name}")
    source = f"def __init__(self, {', '.join(arguments)}):\n{chr(10).join(lines) or ' pass'}"
    scope: dict[str, Any] = {"_defaults": defaults, "_none": object()}
    exec(source, scope)  # the only way to a function with these parameters
    init: Callable[..., None] = scope["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _shown(self: Any) -> str:
    parts = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({', '.join(parts)})"


class _Fields:
    """The fields as the library wants them for `fields` and `replace`; made when somebody asks."""

    def __init__(self, cls: type) -> None:
        self.cls = cls
        self.found: dict[str, Any] | None = None

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        if self.found is None:
            parts = [
                (name, inspect.get_annotations(base)[name], base.__dict__["_defaults"].get(name, dataclasses.field()))
                for base in reversed(owner.__mro__)
                if "_defaults" in base.__dict__
                for name in base.__dict__["__slots__"]
            ]
            twin = dataclasses.make_dataclass(self.cls.__name__, parts, init=False, repr=False, eq=False)
            self.found = twin.__dict__["__dataclass_fields__"]
        return self.found
