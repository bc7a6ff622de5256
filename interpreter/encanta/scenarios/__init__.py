"""Tests that rulebook authors write, and the ones every rulebook gets for free."""
