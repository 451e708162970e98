"""Engines: computer players in other processes, including our own levels. docs/engine.md describes the protocol."""
