"""The limits of what is read: over one of them a file is refused, never cut short."""

from __future__ import annotations

MIB = 1024 * 1024

MAX_BYTES = 100 * MIB
MAX_EXPANDED_BYTES = 600 * MIB
MAX_MEMBER_BYTES = 300 * MIB
MAX_STREAM_BYTES = 64 * MIB  # operators of one page of a PDF, unpacked
MAX_MEMBERS = 5_000
MAX_RATIO = 200
RATIO_FROM_BYTES = 20 * MIB  # small members of blank or repeated text compress well and harm nobody
MAX_CELLS = 2_000_000
MAX_CHARACTERS = 30_000_000
MAX_NESTED = 20_000  # elements of a page inside one another; browsers go no deeper than some hundreds
MAX_BLANK_PIXELS = 40_000_000
MAX_PIXELS = 120_000_000  # A3 at 600 dots per inch has 70 million
MAX_SIDE = 60_000
MAX_FRAMES = 500
# Pictures inside a document that are read: over these they are made flat, and a note says so.
MAX_READ_PIXELS = 40_000_000
MAX_READ_IMAGES = 3_000
MAX_READ_TOTAL = 8_000_000_000
