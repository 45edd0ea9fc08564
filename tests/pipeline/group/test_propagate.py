"""A name found once is found everywhere: forms, contexts, and where it must not be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.analysis import Found
from pipeline.detection import Layer, detect
from pipeline.document import Span, from_text
from pipeline.group import propagate
from tests.pipeline.group.made import analysed, at

FOUND = [
    ("Perpetua", "Doña Perpetua Zorita Candil. Dijo que la Perpetua esa no vino.", 0),
    ("BlasPrietoAyala", "Don Blas Prieto Ayala. Adjunta acta-BlasPrietoAyala-2020.pdf hoy.", 0),
    ("PrietoAyalaBlas", "Don Blas Prieto Ayala. Está en \\\\srv01\\personal\\PrietoAyalaBlas\\ todo.", 0),
    ("CANDIL-ZORITA-PERPETUA", "Doña Perpetua Zorita Candil. Ver INFORME_CANDIL-ZORITA-PERPETUA_v2.pdf", 0),
    ("IRENE VAL ROCA", "Doña Irene Val Roca. EN EL EXPEDIENTE DE IRENE VAL ROCA SE RESUELVE", 0),
    ("TORDESILLAS", "ASUNTO: TORDESILLAS/AYTO. VALDEPRADO\nDoña Remedios Tordesillas Vaquero firma.", 0),
    ("requejo luengar", "Don Anselmo Requejo Luengar. Consta anselmo requejo luengar en el margen.", 0),
    ("Requejo Luengar", "Don Anselmo Requejo Luengar. Los Requejo Luengar alegan.", 0),
    ("Luengar, Anselmo", "Don Anselmo Requejo Luengar. Véase Requejo Luengar, Anselmo.", 0),
    ("REQUEJO", "Don Anselmo Requejo Luengar. Expediente «REQUEJO».", 0),
    ("Requejo", "Don Anselmo Requejo Luengar. Según dijo Requejo, no fue.", 0),
    ("Anselmo", "Don Anselmo Requejo Luengar. Lo dijo Anselmo, según consta.", 0),
    ("A. R. L.", "Don Anselmo Requejo Luengar. Lo firma A. R. L. de su mano.", 0),
    ("requejo_luengar_anselmo", "Don Anselmo Requejo Luengar. Fichero acta_requejo_luengar_anselmo.pdf adjunto.", 0),
    ("arequejo", "Don Anselmo Requejo Luengar. Accede como arequejo al registro.", 0),
    ("Núñez", "Don Amancio Nunez Retuerto. Lo dijo Núñez, según consta.", 0),
    ("Requejo", "Don Anselmo Requejo Luengar firma.", 1),
    ("Leal", "Doña Sara Leal Gil acude. El voto particular de Leal no es leal.", 0),
    ("Paz", "Doña Eva Paz Ruiz demanda. Paz invoca la Directiva por la paz.", 0),
    ("N.", "Comparece don Nicanor Requejo Luengar. Su hermana dice que N. dibuja casas.", 0),
    ("D. M.", "Don Dimas Marcos Prado se queja. La recusación que D. M. formula no se admite.", 0),
    ("bego", "Doña Begoña Requejo Luengar escribe.\n\nque dice bego que no viene\n", 0),
    ("requejo", "Doña Begoña Requejo Luengar escribe.\n\neso lo sabe requejo y nadie mas\n", 0),
    ("Encarna", "Doña Encarnación Requejo Luengar escribe. Lo supo por Encarna, según consta.", 0),
    ("CMM", "Doña Consuelo Mata Moreno (en adelante CMM) acude. Dice CMM que vuelve.", 0),
    ("CMM", "Doña Consuelo Mata Moreno. Es MATA MORENO, CONSUELO (CMM). Refiere CMM dolor.", 0),
    ("Sasha Requejo", "Don Anselmo Requejo Luengar. Ronda 7. Sasha Requejo llega tarde.", 0),
    ("Requejo Plaza", "El señor Requejo vino. Firman: R. Toro — Requejo Plaza — otros", 0),
    ("Campo", "Don Rubén Campo Bravo y Ana Zapatero Gil. Salen Zapatero, Campo y Popa.", 0),
    ("Campo", "Don Rubén Campo Bravo llega.\n118 Campo x 131 Amrani", 0),
    ("campo", "Don Rubén Campo Bravo y don Luis Requejo Gil.\nlunes    campo    requejo    libre\n", 0),
    ("R.", "Rosaura Requejo Luengar escribe:\n> te lo paso\n> R.\n", 0),
]
LEFT = [
    ("perpetua", "Doña Perpetua Zorita Candil. Dijo que la perpetua esa era mucha pena."),
    ("Paz", "Doña Paz Zorita Candil. Viene de la Paz de Augsburgo."),
    ("BlasPrietoRuiz", "Don Blas Prieto Ayala. Adjunta acta-BlasPrietoRuiz-2020.pdf hoy."),
    ("Paz", "Doña Eva Paz Ruiz demanda. Paz y tranquilidad, eso pide."),
    ("prado", "Doña Begoña Prado Luengar escribe.\n\neso es un prado sin puertas\n"),
    ("mata", "Doña Begoña Mata Luengar escribe.\n\nlo que no mata engorda y ya\n"),
    ("requejo", "Doña Begoña Requejo Luengar escribe.\n\ncon el requejo del monte, en el Ayuntamiento, o;\n"),
    ("CMM", "Doña Consuelo Mata Moreno acude. La norma CMM 4 no se aplica."),
    ("Finca Requejo", "Don Anselmo Requejo Luengar. Finca Requejo, de regadío."),
    ("campo", "Don Rubén Campo Bravo llega. Fue en el campo de 2024.\nlunes    campo    libre    nadie\n"),
    ("Paz", "Doña Eva Paz Ruiz demanda. Se pide Trabajo, Paz, justicia."),
    ("Campo", "Don Rubén Campo Bravo llega en 2024-118 Campo, mes."),
    ("A.", "Doña Ana Requejo Luengar firma. A. Antecedentes de hecho."),
    ("C.", "Don Cosme Requejo Luengar firma. Según el C. penal, art. 5."),
    ("P.", "Doña Petra Requejo Luengar firma, p. ej. en el P. general."),
    ("el prado comunal", "Doña Ludivina Castrillo Prado firma. Según Ludivina, el prado comunal es suyo."),
    ("Rey", "Doña Ávila Rey Paz acude. No reclama al Rey de Armas."),
    ("Paz", "Doña Ávila Rey Paz acude. Al Juzgado de Paz."),
    ("paz", "Doña Ávila Rey Paz acude por la paz social."),
    ("Requejo", "Don Anselmo Requejo Luengar. Vive en la calle Requejo."),
    ("Requejo", "Don Anselmo Requejo Luengar. Otro es Requejo Zahínos, que no vino."),
    ("Toledo", "Don Anselmo Toledo Luengar. Fue a Toledo ayer."),
    ("requejo", "Don Anselmo Requejo Luengar. Se cortó el requejo del monte."),
    ("requejos", "Don Anselmo Requejo Luengar. Los requejos del monte."),
]


@pytest.mark.parametrize(("form", "text", "other"), FOUND)
def test_the_form_is_found(form: str, text: str, other: int) -> None:
    texts = [text] if not other else [text, "Alega después Requejo, sin más."]
    found, _ = analysed(texts)
    detection = at(found[-1], form)
    assert detection is not None and detection.score >= 0.5


@pytest.mark.parametrize(("word", "text"), LEFT)
def test_the_word_is_no_mention(word: str, text: str) -> None:
    (found,), _ = analysed([text])
    detection = at(found, word)
    assert detection is None or detection.score < 0.5


def test_what_is_added_says_that_it_comes_from_coreference() -> None:
    (found,), _ = analysed(["Don Anselmo Requejo Luengar. Según dijo Requejo, no fue."])
    added = at(found, "Requejo")
    assert added is not None
    assert added.provenance.layer is Layer.COREFERENCE
    assert "equejo" not in added.provenance.trigger


def test_a_guess_found_once_is_no_proof_of_itself() -> None:
    document = from_text("Véase Ordenanza Sanitaria. Otra vez Ordenanza Sanitaria.")
    guess = detect(Span(6, 25), "PERSON", 0.55, recogniser="x", trigger="x")
    (found,) = propagate([Found(document, (replace(guess, id="d1"),))], ())
    assert [d.score for d in found.detections] == [0.55, 0.55]


def test_a_form_already_found_is_not_found_twice() -> None:
    (found,), _ = analysed(["Don Anselmo Requejo Luengar y don Anselmo Requejo Luengar."])
    assert len([d for d in found.detections if d.label == "PERSON"]) == 2


def test_a_title_that_a_model_took_in_is_not_looked_for() -> None:
    document = from_text("Sra. Alcaldesa: presente. La Sra. Lope Garzo vota. La Sra. Lope calla.")
    start = document.text.index("La Sra. Lope Garzo")
    wide = detect(Span(start, start + 18), "PERSON", 0.9, recogniser="x", trigger="x")
    (found,) = propagate([Found(document, (replace(wide, id="d1"),))], ())
    assert "Sra" not in [document.surface(d.span) for d in found.detections]
