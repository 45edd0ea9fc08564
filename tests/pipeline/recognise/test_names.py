"""Names of people as administrative text writes them; each kind with men and women, near and far names."""

from __future__ import annotations

import time

import pytest

from pipeline.document import Block, BlockKind, build, from_text
from pipeline.recognise.names import find_names
from tests.marked import missing, surplus

ANNOUNCED = [
    "quiero que nuestra nieta [PERSON alba cano ruiz] entre en el cole",
    "vino su primo [PERSON rodrigo] y mi sobrina [PERSON alba cano]",
    "LOS HEREDEROS DE DON [PERSON BLAS PRIETO AYALA] RECURREN; DON [PERSON PEDRO SALAS] APELA LA SENTENCIA",
    "DOÑA [PERSON LUZ VERA GIL] COMPARECE Y DON [PERSON PEDRO SALAS LLAMA] DESISTE",
    "La interesada [PERSON Perpetua\nZorita Candil] ha solicitado la ayuda",
    "hablé ayer con la vecina [PERSON Rosario\nPrieto] de la obra",
    "En el caso de doña [PERSON Perpetua Zorita Candil] procede estimar",
    "La enfermedad de don [PERSON Blas Prieto Ayala] consta; sentencia de D. [PERSON Blas Prieto]",
    "don [PERSON Anselmo Requejo Luengar] y doña [PERSON Petra Zahínos]",
    "Excmo. Sr. D. [PERSON Anselmo Requejo]; Ilma. Sra. Dña. [PERSON Petra Zahínos]",
    "D.ª [PERSON Bríxida Lope]; Dª. [PERSON Tecla Nogal]; D.a [PERSON Remedios Garzo]",
    "la Sra. [PERSON Ngozi Adeyemi] y el Sr. [PERSON Wei Chen]",
    "Sor [PERSON Visitación Pardo] y Fray [PERSON Gumersindo Alía]",
    "la Dra. [PERSON Parkinson Rúa] firma el informe",
    "por la Sra. [PERSON San Segundo] firma otro",
    "el Sr. [PERSON de la Fuente] alega",
    "DOÑA [PERSON YUSRA BENALI HADDOU], MAYOR DE EDAD",
    "D. [PERSON Xhovalin Qeparizi] y D.ª [PERSON Zorvina Tlaxquepa]",
    "Demandante: [PERSON Eulogio Saucedo Pinto]. Demandada: [PERSON Oana Dumitrescu].",
    "Los vecinos [PERSON Ion Popescu] y [PERSON Chen Wei] alegan",
    "de [PERSON Lucía Pérez Sanz] y [PERSON Mohamed El Idrissi], y de [PERSON Wang Li] y [PERSON Fatou Diop]",
    "los cónyuges [PERSON Juan Ruiz] y [PERSON Vega Marcos] comparecen",
    "El Sr. [PERSON Ortega y Gasset] y don [PERSON Santiago Ramón y Cajal Pérez]",
    "don [PERSON José Ortega y Gasset Chinchilla] y doña [PERSON María López y Sánchez]",
    "Testigos: [PERSON Ion Popescu], [PERSON Oana Dumitrescu] y [PERSON Adaeze Okonkwo]",
    "Fdo.: [PERSON E. Requejo]",
    "[6/2/25 22:14] [PERSON lucia fdez]: seeee\n[6/2/25 22:15] [PERSON Dayana] ✨: q foto\n[6/2/25 22:16] +34 622 99 41 08: no",
    "[11/3/25, 21:07] [PERSON Casals delegado 4B]: Calma\n[11/3/25, 21:08] ~[PERSON tarik_btb]: que no\n",
    "Dotación: 2031 [PERSON Toro] y 2117 [PERSON Laguna]. Sala: 2044 [PERSON Zahínos], baja 0417 [PERSON Qeparizi]",
    "[PERSON Rachid]: que pide que conste.\n[PERSON Abril]: que en mayo se vio",
    "gracias por todo, un beso\n[PERSON esti]\n\n-- ",
    "Salió a hablar Fabricio ([PERSON el Wachi]) y nada más se oyó.",
    "Primer apellido   [PERSON M|O|N|T|E|R|O]|_|_|\nNombre: [PERSON Q W A R U N I]\n",
    "la testigo [PERSON Mireia d'Abadal] y el señor [PERSON d'Abadal] declaran",
    "llega doña [PERSON Park Ji-woo] y firma [PERSON F. D. Cruz]",
    "comparece don [PERSON Piet van der Meulen], y el señor [PERSON dos Santos]",
    "ASUNTO DE LA QUEJA, DILIGENCIA Y ACTA\n\nhola, te cuento lo de [PERSON vasile] y ya esta",
    "buenas, vino un guardia muy majo, [PERSON guillermo], y ya hable con [PERSON serafin] el concejal de obras y nada",
    "el dueño don [PERSON ramon] y la señora [PERSON cordero]; una señora polaca, doña [PERSON ewa]",
    "Médico: [PERSON Anselmo Requejo Luengar] NºCol: 99 99 12345; [PERSON Petra Zahínos Coria] N.º 3",
    "Firmado digitalmente por [PERSON TORDESILLAS VAQUERO REMEDIOS] - 99123456B",
    "CN=[PERSON TORDESILLAS VAQUERO REMEDIOS] - 99123456B, SN=[PERSON TORDESILLAS VAQUERO], C=ES",
    "Nombre: [PERSON Yadira]\nApellidos: [PERSON De Miguel Rivera]",
    "Nombre y apellidos: [PERSON Khadija Bouzid]",
    "Primer apellido: [PERSON Quiñonero]  Segundo apellido: [PERSON Ubeda]  Nombre: [PERSON Aitana]",
    "asistido por la letrada [PERSON Fatima Zahra Ait Lahcen]",
    "comparece el testigo [PERSON Ousmane Diallo]",
    "hija de [PERSON Nicasio] y de [PERSON Obdulia]",
    "la tal [PERSON Remedios] (sic)",
    "quien dice llamarse [PERSON Casilda Bermejo Orejudo]",
    "el hermano [PERSON Teodoro] y la hermana [PERSON Teodora]",
    "Intervienen [PERSON Ana Belén San Segundo Santa-Cruz], [PERSON José Mª Díaz-Pache de Olavarrieta] y "
    "[PERSON Mª Ángeles Ruiz de Azúa Larrínaga]",
]
BARE = [
    "Se cita a [PERSON Perpetua Zorita Candil] para hoy",
    "Se cita a [PERSON Per\u00adpe\u00adtua\u00a0Zo\u200brita Candil] para hoy",
    "y [PERSON Teodora Malpartida], comerciante individual",
    "según [PERSON Mohamed El Idrissi] y según [PERSON Gurpreet Kaur Singh]",
    "obra de [PERSON R. Tordesillas]",
    "Enterados: [PERSON I. Tordesillas], y firma [PERSON E. Requejo].",
    "Su hermano [PERSON N.] dibuja casas. [PERSON A.] no habla.",
    "Y oyó decir a [PERSON Alcaraz] que los hermanos [PERSON Ávila] venden.",
    "Nombre ........... [PERSON PERPETUA]\nApellidos ........ [PERSON SALAS REBOLLO]",
    "La [PERSON Boix] no quiso declarar. [PERSON LASA] NIEGA LOS HECHOS. [PERSON Iturralde] replica que no.",
    "Partes: [PERSON Batista] / [PERSON Chiluiza]. Asunto: lindes",
    "- [PERSON Quintero Castilla, C.]\n- [PERSON Mota Villaverde, I.]",
    "ASUNTO DE LA QUEJA, DILIGENCIA Y ACTA\n\nel caso es que [PERSON meixiu] dice q no viene mas",
    "así [PERSON Vaquero, R.]; y otros",
    "1. [PERSON Borrallo Quintanilla, Eufrasia]\n2. [PERSON Rey Paz, Rosa]\n3. [PERSON DE LA CALLE Y ABRIL, JUAN]",
    "- [PERSON El Idrissi, Mohamed]\n- [PERSON Chen, Wei]\n- [PERSON Okonkwo, Adaeze]",
    "Fichero: NOTIF_[PERSON TORDESILLAS_VAQUERO_REMEDIOS].docx",
    "Ref.: [PERSON RTV]/[PERSON msq]",
    "S/Ref. [PERSON ABC]/[PERSON def]",
    "soy [PERSON fulgencio malpartida niguez] y vivo con mi mujer [PERSON casilda bermejo] en paz",
    "nombre [PERSON Casilda\u00a0Bermejo\u00a0Orejudo]",
    "doña [PERSON Remedios Tordesi-\nllas Vaquero], con documento",
    "la letrada doña\n[PERSON Remedios Tordesillas] firma",
    "doña [PERSON Ca\u00adsilda Ber\u200bmejo] firma",
    "doña [PERSON Jose\u0301fina Nun\u0303ez] firma",
]
LEFT = [
    "su tia enferma y su hijo menor no vinieron con mi cuñada mayor",
    "la condena a cadena perpetua\nZorita queda lejos",
    "una reunión en Badajoz\nMartes y jueves",
    "va al Camino Viejo\nCandil de aceite",
    "El municipio de San Fernando del Valle de Catamarca.",
    "coordina el trabajo de Costa Rica, El Salvador, Guatemala y Panamá",
    "contra el Reino Unido de Gran Bretaña e Irlanda del Norte",
    "El padre de la menor no acudió",
    "A las 72 horas de la P.A.A.F. y en el T.A.C. de control, o en la R.T.U.",
    "calentada a 37º C. Infundimos un litro; niega hepatitis B o C. Medicado con dos pastillas",
    "natural de Santa María de la Peña Nueva",
    "[11/3/25, 21:07] 34 622 994: Calma, que ya se verá",
    "Propuesta: que pide que conste.\nResolución: que se archive",
    "gracias por todo, un saludo\nel alcalde\n",
    "Acude a Guissona (la Segarra) y a la Academia (la Española).",
    "La dotación del agente cuesta 2500 Euros; art. 4417 Código; en 2025 Toro ganó; 412 Agentes",
    "Apartado 2031 Toro, código 2044 Pacheco",
    "La sierra no quiso ceder. MADRID NIEGA LOS HECHOS. Galicia replica que no. Bodega / Granero",
    "El Pleno acepta. La Junta rechaza. La Ponente propone archivar; la Sala dice que no.",
    "con C.I.F. y N.I.F. de la casa, T.I.P. y N.I.E.",
    "Viviendas de tipo I, E y U; plano I. Escala",
    "ASUNTO DE LA QUEJA, DILIGENCIA Y ACTA\n\nla profe dice que no, mami responde, alguien cobra de mas",
    "Según el apartado A. se archiva; la letra N. del plano. Vitamina C. no procede",
    "S. Sin servicio. I. Antecedentes",
    "Se llama a Emergencias y se avisa a Policía; la familia Numerosa; hermanos menores",
    "su médico (C.S. Felanitx), en T.M. Zurgena, monte del C.U.P. y firma Su Señoría",
    "nacida en Bahía Blanca, conduce un John Deere; reza a la Virgen de los Reyes",
    "Opciones   A|B|C\nTalla: S M L",
    "Las aguas del dos de mayo y los dos Santos Lugares",
    "entre la casa y la calle d'en mig, un solar",
    "Los precios de ayer-hoy y la frontera franco-belga",
    "de conformidad con la ley, se archiva lo de vasile;\n\ny así consta",
    "mañana no hay clase, el profe esta malo, paz, el angel de la guarda, la rosa y el dia de la cruz",
    "Remítase al Juzgado de Primera Instancia n.º 1 de Don Benito y al Registro de Doña Mencía.",
    "señor alcalde, una señora mayor y la señora de la limpieza esperan; muy señor mio",
    "vecino de Don Benito",
    "la calle Don Ramón de la Cruz y la avenida Juan Carlos I",
    "enfermedad de Parkinson y escala de Barthel",
    "Resolución de Alcaldía y Acuerdo del Pleno",
    "RESOLUCIÓN DE LA ALCALDÍA POR LA QUE SE APRUEBA LA RELACIÓN DE ADMITIDOS",
    "Real Decreto Legislativo y Ley Orgánica de Protección de Datos",
    "nada pide al Rey de Armas ni al Juzgado de Paz",
    "Total: 4 admitidos. Motivo: conformidad.",
    "Suministros Tajoverde, S.L.",
    "El Ayuntamiento de Alba de Tormes y el de San Fernando",
    "la paz social, la guerra civil y el campo",
    "con D.N.I. y N.I.F.; B.O.E. y EE. UU.",
    "Localidad: Badajoz. Provincia: Cáceres.",
]


@pytest.mark.parametrize("marked", ANNOUNCED)
def test_announced_names_are_found_whole_and_without_their_titles(marked: str) -> None:
    assert missing(marked, "names") == []


@pytest.mark.parametrize("marked", BARE)
def test_names_without_a_title_are_found(marked: str) -> None:
    assert missing(marked, "names") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_what_only_sounds_like_a_name_is_left(sentence: str) -> None:
    assert surplus(sentence, "names") == []


@pytest.mark.parametrize(
    ("label", "value", "found"),
    [
        ("Nombre y apellidos", "BENALI HADDOU YUSRA", True),
        ("Apellidos", "Calle", True),
        ("Nombre", "Wei", True),
        ("Interesado/a", "Rey Paz, Rosa", True),
        ("Importe", "Rosa Rey", False),
        ("Nombre", "99012345J", False),
        ("Nombre del archivo", "Informe", False),
    ],
)
def test_a_cell_is_a_name_where_its_header_says_so(label: str, value: str, found: bool) -> None:
    block = Block(0, len(value), BlockKind.CELL, label=label, row=1, column=0, table=0)
    spans = [d.span for d in find_names(build(value, [block], b"x", "csv")) if d.score >= 0.9]
    assert ([(s.start, s.end) for s in spans] == [(0, len(value))]) is found


def test_a_name_never_leaves_its_block() -> None:
    text = "doña Remedios\nTordesillas Vaquero\n"
    blocks = [Block(0, 14, BlockKind.CELL), Block(14, len(text), BlockKind.CELL)]
    found = list(find_names(build(text, blocks, b"x", "csv")))
    assert all(any(b.start <= d.span.start and d.span.end <= b.end for b in blocks) for d in found)


def test_time_grows_with_the_text_and_not_faster() -> None:
    sentence = "Don Anselmo Requejo, vecino de Trujillo, y doña Petra Zahínos Garzo presentan escrito de alegaciones. "
    taken = []
    for size in (200, 1600):
        document = from_text(sentence * size)
        start = time.process_time()
        assert len(list(find_names(document))) == 2 * size
        taken.append(time.process_time() - start)
    assert taken[1] < 8 * taken[0] * 3 + 0.2
