"""The one expression over a whole stream says no more than a look at each of its instructions."""

from __future__ import annotations

import random
import time

import pytest

from pipeline.container.pdf_grammar import is_as_due
from pipeline.container.pdf_operands import fits, is_known
from pipeline.container.pdf_tokens import instructions

NAMES = {b"Font": {b"F1"}, b"XObject": {b"Fm1"}, b"ExtGState": {b"GS0"}, b"ColorSpace": {b"CS0"}, b"Pattern": {b"P1"}}
DUE = (
    b"q 1 0 0 1 72 700 cm BT /F1 10 Tf 0 -12 Td (Texto con \\(par\\351ntesis\\) y s/n) Tj ET Q\n",
    b"BT /F1 9.5 Tf 1 0 0 1 5 5 Tm[(a) -20.5 <0041> .5(b)]TJ T* (c) ' 12 TL ET",
    b"/P <</MCID 12>> BDC 0 0 0 rg 0.5 0 0 RG 10 10 30 -5 re f* EMC",
    b"/Artifact BMC/Artifact<</Type /Pagination /Attached [/Top]>>BDC EMC EMC",
    b"[3 2] 0 d [] 0 d 1 w 0 J/GS0 gs/Fm1 Do/Pattern cs/P1 scn/CS0 cs 0.5 scn 1 0 0 0 k",
    b"1 2 m 3 4 l 5 6 7 8 9 10 c 1 2 3 4 v h W n 9 0 0 0 9 9 d1 BX EX /Perceptual ri\r\n",
    b"",
)
NOT_DUE = (
    b"(a) q", b"1 q", b"Zz", b"(a) Zz", b"% a\n", b"/F2 10 Tf", b"/F1 (a) Tf", b"/Fm2 Do", b"/F#31 10 Tf",
    b"(a) 1 0 0 rg", b"0 0 rg", b"[(a)] 0 d", b"[/F1] TJ", b"[<</A 1>>] TJ", b"/F1 0 Tf", b"0 Tz", b"0 0 0 0 5 5 Tm",
    b"-0.0 0 .0 0 5 5 cm", b"/Mia BMC", b"/P <</Alt (a)>> BDC", b"/P <</Mia 1>> BDC", b"/P /MC0 BDC", b"/P MP",
    b"BI /W 1 /H 1 ID \x00 EI", b"<</A 1>> q", b"1 2 3", b"(a", b"/Mia ri", b"/F1", b"(a) Tjj", b"1 0 0 1 0 cm",
    b"q\x80", b"true q", b"5 (a) Tj", b"/F1 10 10 Tf",
)  # fmt: skip


@pytest.mark.parametrize("content", DUE)
def test_what_is_due_is_told(content: bytes) -> None:
    assert is_as_due(content, NAMES)


@pytest.mark.parametrize("odd", NOT_DUE)
@pytest.mark.parametrize("around", [b"%s", b"q %s Q", b"BT /F1 10 Tf (a) Tj %s ET"])
def test_what_is_not_is_told_wherever_it_stands(around: bytes, odd: bytes) -> None:
    assert not is_as_due(around % odd, NAMES)


def test_it_never_says_yes_where_a_look_at_each_instruction_says_no() -> None:
    chance = random.Random(7)
    pieces = [
        *b"q Q BT ET Tj TJ Tf Td Tm cm rg re f S d w Do gs cs scn BMC BDC EMC ri ' \" T* n h MP d0 Zz".split(),
        *(b"1 0 -2.5 .5 (a) (/b) <41> [ ] << >> /F1 /Fm1 /GS0 /CS0 /P /Mia /MCID %x {".split()),
        b"/F1 10 Tf", b"(a) Tj", b"[(a) 2] TJ", b"1 0 0 1 2 3 cm", b"/P <</MCID 1>> BDC", b"0 0 0 rg",
    ]  # fmt: skip
    told = 0
    for _ in range(30_000):
        content = b"".join(
            chance.choice(pieces) + chance.choice((b" ", b"\n", b"")) for _ in range(chance.randint(1, 6))
        )
        if is_as_due(content, NAMES):
            told += 1
            for operands, operator in instructions(content):
                assert fits(operands, operator, NAMES), content
                assert operator != b"Tf" or is_known(operands[0], operator, NAMES), content
    assert told > 1_000


def test_its_time_grows_with_the_stream_however_that_ends() -> None:
    times = []
    for count in (20_000, 80_000):
        for end in (b"", b"(", b"Zz", b"<</A"):
            content = b"BT /F1 10 Tf 5 5 Td [(abc) -20 <0041>] TJ ET\n" * (count // 8) + end
            start = time.process_time()
            assert is_as_due(content, NAMES) == (not end)
            times.append(time.process_time() - start)
    assert max(times[4:]) < 12 * max(times[:4])
