"""Network addresses and user names: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import above, find, missing, read, surplus

MARK = [
    "correo [EMAIL a.r***@c*****.example]",
    "Roblox: [CUSTOM:usuario dariusitoXD_99]",
    "ig: [CUSTOM:usuario dee.venk_]",
    "el enlace [URL hxxps://correos-paquete.example/t/9944] malicioso",
    "la clave wifi [CUSTOM:usuario rai-9944-kx]",
    "Instagram: [CUSTOM:usuario reme.t99]",
    "Correo [EMAIL casilda.bermejo.orejudo@registro.ayuntamiento.valdeprado.example].",
    "Avisos a [EMAIL remedios.tordesillas.vaquero+99123456b@correo.example]; gracias",
    "Escriba a <[EMAIL a_b-c@correo.example]>",
    "correo: [EMAIL casilda (arroba) correo.example]",
    "correo [EMAIL remedios.tordesillas@\ncorreo.example] activo",
    "expediente en [URL https://sede.valdeprado.example/exp/tordesillas/99123456B.pdf];",
    "perfil [URL www.linkedin.com/in/casilda-bermejo]",
    "véase [URL facebook.com/casilda.bermejo], pública",
    "blog (https://casilda.example/sobre-mi(2)) personal".replace(
        "https://casilda.example/sobre-mi(2)", "[URL https://casilda.example/sobre-mi(2)]"
    ),
    "acceso desde la IP [IP 192.0.2.146] a las 10",
    "IPv6 [IP 2001:db8:85a3::8a2e:370:7334].",
    "tarjeta de red [MAC 00:1B:44:11:3A:B7]",
    "blog en [URL casilda.example/sobre-mi] y tienda [URL www.casildabermejo.es].",
    "la sede [URL https://sede.valdeprado.example]",
    "verificable en [URL sede.valdeprado.example]",
    "en TikTok como [CUSTOM:usuario cas_berm99]",
    "su perfil de Instagram «[CUSTOM:usuario reme.t99]»",
    "[6/2/25 22:15] ~[CUSTOM:usuario cas.7]: hola",
    "usuario [CUSTOM:usuario rtordesillasv], cuenta [CUSTOM:usuario @reme_tordesillas].",
    "Usuario: [CUSTOM:usuario cbermejo2]",
]
LEAVE = [
    "arroba @ y *** fin",
    "la clave del asunto y la wifi del bar",
    "Roblox es un juego y Steam también",
    "hxxp sin más",
    "ig de igual",
    "Instagram y Twitter se usan",
    "la @ es un signo",
    "el usuario solicita la baja y la usuaria acepta",
    "según https://www.boe.es/buscar/act.php",
    "versión 1.2.3.4 del programa",
    "apartado 3.2.1.4 del pliego",
    "a las 12:30:45 horas",
    "la sede https://administracion.gob.es",
    "la sede www.boe.es y boe.es/diario_boe",
    "S.L.com ni fin.Es la una",
    "el perfil de la plaza y la cuenta de resultados",
    "en Facebook como todos; su perfil psicológico",
    "[6/2/25 22:15] Dayana: hola",
    "cuenta-vivienda y perfil socio-laboral",
    "Usuaria: Casilda Bermejo",
    "precio: 3 kg @ 2 euros",
    "tratamiento 10.20 y 30.40",
    "art. 5.1.2.3",
    "std::vector",
    "el usuario final del servicio",
    "un ratio 300.400.500.600",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "contact") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "contact") == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "line",
    [
        "escribe a [EMAIL reme.roble@correo.example].{}Doña Casilda",
        "escribe a [EMAIL reme.roble@correo.example].{}CONSTA que",
        "cuenta [CUSTOM:usuario ES9121000418450200051332].{}Dña. Casilda",
        "Usuario: [CUSTOM:usuario cbermejo2].{}Doña Casilda",
        "Usuario: [CUSTOM:usuario cbermejo2]{}Doña Casilda",
        "la cuenta [CUSTOM:usuario @reme_roble].{}Consta que",
    ],
)
def test_no_sentence_after_a_line_end_belongs_to_an_address_or_user(line: str, line_end: str) -> None:
    document, expected = read(line.format(line_end))
    assert {(d.span, d.label) for d in above(find(document, "contact"))} == {(e.span, e.label) for e in expected}


def test_a_user_name_goes_on_over_a_line_end_after_its_own_sign() -> None:
    assert missing("Usuario: [CUSTOM:usuario reme_\nroble9] entra", "contact") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)
