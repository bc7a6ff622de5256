"""Text: sources, spans, the YAML reader, and diagnostics with their renderings."""
