"""Seats, bots and recordings: playing one game."""
