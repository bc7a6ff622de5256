"""Why something happened, and what a diagnostic means."""
