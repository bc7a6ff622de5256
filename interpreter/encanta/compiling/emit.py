"""The text of the generated program: functions, lines, and the line of the rulebook that each comes from."""

from __future__ import annotations

from encanta.text.source import Span


class Function:
    """One generated function while it is written."""

    def __init__(self, name: str, parameters: list[str]) -> None:
        self.name = name
        self.parameters = parameters
        self.lines: list[tuple[int, str, Span | None]] = []
        self.depth = 1
        self.span: Span | None = None

    def line(self, text: str) -> None:
        """Adds a line at the present depth, from the present place in the rulebook."""
        self.lines.append((self.depth, text, self.span))


class Text:
    """All functions of a program."""

    def __init__(self) -> None:
        self.functions: list[Function] = []

    def add(self, function: Function) -> None:
        """Takes in a finished function."""
        self.functions.append(function)

    def written(self) -> tuple[str, list[Span | None]]:
        """The Python text, and for each of its lines where it comes from."""
        lines: list[str] = []
        spans: list[Span | None] = []
        for function in self.functions:
            lines.append(f"def {function.name}({', '.join(function.parameters)}):")
            spans.append(function.lines[0][2] if function.lines else None)
            for depth, text, span in function.lines:
                lines.append("    " * depth + text)
                spans.append(span)
            if not function.lines:
                lines.append("    pass")
                spans.append(None)
        return "\n".join(lines) + "\n", spans
