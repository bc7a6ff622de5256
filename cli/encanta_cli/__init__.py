"""The command line of Encanta: one module a command, no game logic."""
