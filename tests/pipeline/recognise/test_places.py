"""Places that say where somebody lives or comes from."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

FOUND = [
    "vecina de [LOC Ávila], acudió",
    "natural de [LOC Madrid] y vecino de [LOC Villanueva de la Serena]",
    "nacida en [LOC Fez] (Marruecos), residente en la localidad de [LOC Don Benito]",
    "empadronado en [LOC Alba de Tormes]",
    "se casaron en [LOC Zafra] y ella falleció en [LOC Lisboa]",
    "llegó de [LOC Moinești] en marzo con su abuela",
    "nacida el 03/04/1990 en [LOC Oruro] ([LOC Bolivia])",
    "Nacido: 03/04/1990, [LOC Oruro] ([LOC Bolivia])",
    "trabajaba de peón en [LOC Alcañiz]",
    "tuvo el accidente en [LOC Cariñena] el 9 de enero",
    "vivo en [LOC socuéllamos] con mi madre",
    "vive en [LOC Doña Mencía] y es socio",
    "circulaba desde [LOC Zaragoza] hacia su casa",
    "Lugar: [LOC Qingtian], [LOC Zhejiang]",
    "Localidad/ Provincia: [LOC Ciudad Real].",
    "Localidad: [LOC Zafra] E-mail: si tiene",
    "murió en [LOC L'Escala] hace un mes",
    "Digo y suplico.\n\n[LOC Vigo], a 3 de mayo de 2024",
    "denunció que en [LOC el pago de los Fresnos] se obraba",
    "LUGAR: [LOC N-232, p.k. 140,300]",
    "don Abel Roble Cano, de [LOC Pals], y su primo",
]
FOUND += [
    "salió de [LOC Nador] en primavera y regresaba de [LOC Olula], de una boda",
    "SALIÓ DE [LOC BILBAO] EN JUNIO",
    "le llevó la cena a la cárcel de [LOC Castuera] tres domingos",
    "Tébar M. Nat. [LOC Alcadozo]. Viuda; mujer; nac. [LOC Cuevas del Almanzora]; permiso B",
    "PAÍS [ESPAÑA]  MUNICIPIO DEL DOMICILIO [[LOC BELINCHÓN]]",
    "un guardia civil en [LOC Nerja] y una notaria en [LOC Telde]",
]
LEFT = ["reside en la calle", "vecino de la finca", "con domicilio en Calle Mayor", "la junta de Madrid"]
LEFT += [
    "el Ayuntamiento de Zafra y la Diputación de Badajoz",
    "RESUELVO\n\nVigo, a 3 de mayo de 2024\nEl Alcalde",
    "el Juzgado de Instrucción de Telde",
    "según consta en Acta y en Anexo",
    "está en España desde enero",
    "el tren de Ávila a Madrid",
    "ingresó en la UCI, ingresada en UME y en Medicina Interna",
    "la sede del Registro Civil de Torrox",
    "vive en alquiler y trabaja en precario",
    "trabaja en Mercadona desde Navidad",
    "fue a Urgencias y está en Oncología",
    "el Boletín Oficial de la Provincia de Huelva",
    "lo dictó la Audiencia Provincial de Cádiz",
    "el pago de salarios y la presa del río",
    "Lugar: salón de actos",
    "desde el lunes y desde Intervención",
    "salió de Urgencias y volvió de Correos",
    "entró en Hacienda y entró en la UCI",
    "FIDE   NAC.        PTOS",
    "un policía en prácticas y la notaria en funciones",
    "Provincia y municipio; la Provincia Marítima",
    "el barrio de al lado y la feria de muestras",
]


@pytest.mark.parametrize("marked", FOUND)
def test_residence_and_origin_are_found(marked: str) -> None:
    assert missing(marked, "places") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_other_places_are_left(sentence: str) -> None:
    assert surplus(sentence, "places") == []
