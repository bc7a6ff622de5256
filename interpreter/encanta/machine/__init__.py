"""Runs a compiled game: state, steps, decisions, views, randomness and the log."""
