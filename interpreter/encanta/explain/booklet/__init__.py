"""The printed rules of a game, made from its rulebook: one page for a screen of any size, and for paper."""
