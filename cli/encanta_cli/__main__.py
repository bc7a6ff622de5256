"""Lets `python -m encanta_cli` stand for the command `encanta`."""

from __future__ import annotations

from encanta_cli.main import run

if __name__ == "__main__":
    run()
