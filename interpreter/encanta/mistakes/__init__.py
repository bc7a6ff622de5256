"""How well mistakes are found: they are put into good rulebooks, class by class, and what is said of them is judged."""
