"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A slow machine is no failure, and the same tree gives the same verdict.
settings.register_profile("encanta", deadline=None, derandomize=True)
settings.load_profile("encanta")

# Nothing is kept between runs in the home of whoever runs the tests; processes started by tests inherit this.
os.environ["ENCANTA_CACHE"] = ""
