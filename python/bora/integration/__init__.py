"""Adapters for other libraries; each is imported by its own name."""
