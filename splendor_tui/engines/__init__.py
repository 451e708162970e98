"""Engines: computer players in processes of their own, ours and other people's. docs/engine.md is what they are told."""
