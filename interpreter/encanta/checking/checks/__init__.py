"""Checks beyond names and types, one file each; `constant` is asked while formulas are read."""
