"""Turns the parser's trees into the classes of `ast`; nothing past this folder sees a raw tree."""

from encanta.language.build import formulas as formulas  # each of them registers the forms that it reads
from encanta.language.build import keys as keys
from encanta.language.build import statements as statements
from encanta.language.build.trees import build

__all__ = ["build"]
