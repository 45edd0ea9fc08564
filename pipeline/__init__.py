"""The engine: plain Python, values in, values out; usable from a shell without Django."""

VERSION = "0.1.0"
