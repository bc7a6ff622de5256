"""Settings of all tests."""

from __future__ import annotations

from hypothesis import settings

# A slow machine is no failure, and the same tree gives the same verdict.
settings.register_profile("encanta", deadline=None, derandomize=True)
settings.load_profile("encanta")
