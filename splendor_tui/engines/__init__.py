"""Engines: computer players in other processes. Built-in levels can also run as engines. docs/engine.md is the protocol."""
