"""Settings of all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

# A slow machine is no failure, and the same tree gives the same verdict.
settings.register_profile("encanta", deadline=None, derandomize=True)
settings.load_profile("encanta")


# What is kept between runs lies apart from what whoever runs the tests has, also for processes started by tests.
if "ENCANTA_TESTS_CACHE" not in os.environ:
    os.environ["ENCANTA_TESTS_CACHE"] = tempfile.mkdtemp(prefix="encanta-tests-")
    atexit.register(shutil.rmtree, os.environ["ENCANTA_TESTS_CACHE"], ignore_errors=True)
os.environ["ENCANTA_CACHE"] = os.environ["ENCANTA_TESTS_CACHE"]
