"""Sources, spans, the YAML reader and diagnostics; knows nothing of games."""
