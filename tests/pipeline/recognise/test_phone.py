"""Telephone numbers: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "su teléfono, el [PHONE 72-99-44], de Palencia",
    "móvil: [PHONE 6-12-34-56-78]",
    "mi numero es [PHONE 6 41 84 45 23]",
    "que la llamen al [PHONE 640.675.862]",
    "T. [PHONE 924012345]",
    "teléfonos [PHONE 924004182]-[PHONE 924004183] y [PHONE 612345678]/[PHONE 612345679]",
    "Fax: [PHONE (5982) 487-3837]",
    "tel. [PHONE 34612345678]",
    "tel. [PHONE 612 34 56 78/79]",
    "FAX: [PHONE +34- 963864175]",
    "Teléfono: [PHONE 55304000] de México",
    "les paso mi móvil [PHONE 612 345 678]",
    "Tfno [PHONE 612345678].",
    "tel. [PHONE 924 00 41 82], fax [PHONE 924-00-41-83]",
    "Contacto en Portugal: [PHONE +351 210 000 123]; móvil marroquí [PHONE 00212 612 000 123]",
    "móvil español [PHONE 722 345 678]; centralita [PHONE 824 000 123].",
    "llame al [PHONE +34 612 34 56 78] o al [PHONE 0034612345678]",
    "teléfono [PHONE (924) 00 41 82]",
    "Teléfono: [PHONE 91 123 45 67]",
    "Tfno.: [PHONE 924.00.41.82 ext. 234]",
    "extensión [PHONE 4521] del servicio",
    "tfnos. [PHONE 924 00 41 82 / 83]",
    "telefono [PHONE 6l2 345 678]",
    "tel. [PHONE 6 1 2 3 4 5 6 7 8]",
    "✍️ su móvil es [PHONE 612 345 678] 📱 fin",
    "móvil [PHONE 612 345\n678] de contacto",
    "móvil [PHONE 6123-\n45678] de contacto",
    "WhatsApp [PHONE +44 20 7946 0958]",
    "número [PHONE 902 123 456] de la empresa",
]
LEAVE = [
    "teléfono, el 72 de la lista",
    "filas 6 12 34 56 78 del cuadro",
    "importe 640.675.862 en total",
    "T. 3 y T. 45",
    "T. 924.012 y T. II, folio 612",
    "expediente 924004182-2019",
    "orden 924004182/2019",
    "exp. 612345678/19",
    "ref. 34612345678 del asiento",
    "parcela 55304000",
    "rollo 612345678/2019",
    "exp 612345678 archivado",
    "un importe de 612.345.678 euros",
    "expediente 2019/612345678",
    "la referencia 123456789",
    "cuenta ES8599990077266123456789",
    "factura nº 912345678",
    "presupuesto de 924.004.182,50 €",
    "entre 600 y 700 personas",
    "código postal 06001",
    "los artículos 612, 613 y 614",
    "coordenadas 712345.67 y 4312345.12",
    "NSS 281234567840",
    "de 2019 a 2020, 345 casos",
    "número de serie 698765432",
    "el 12/03/2019 a las 10:30",
    "la finca registral 91234",
    "CIF B99123457",
    "00 horas del día 12",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "phone") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "phone") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)
