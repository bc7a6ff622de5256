"""The small language: grammar loader, syntax tree and printer."""
