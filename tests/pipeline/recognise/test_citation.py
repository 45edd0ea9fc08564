"""Legal citations, eponyms, organs and namesakes are protected whole; file numbers and people are not."""

from __future__ import annotations

import pytest

from pipeline.detection import Effect
from tests import marked

CITED = (
    "la [=CITATION Directiva 2008/115/CE] y la [=CITATION Decisión Marco 2002/584/JAI], vigentes",
    "el [=CITATION Reglamento UE 2016/679] y la [=CITATION Ley 58/2OO3], leída en papel",
    "la [=CITATION Orden de la Consejería de Educación de 3 de mayo de 2019], publicada",
    "la [=CITATION Resolución 420/38162/2024, de 3 de mayo], y la [=CITATION 39/2015 Legea], osoa",
    "las [=CITATION SSTS de 12 y 14 de mayo de 2010], y la [=CITATION SJPI n.º 5 de Vigo 12/2020, de 4 de febrero]",
    "la [=CITATION STJUE (Gran Sala) 16-7-2020], y el [=CITATION asunto C-311/18]",
    "la [=CITATION STEDH Letellier c. Francia] y el [=CITATION caso Del Río Prada contra España]",
    "la [=CITATION sentencia TC 292/2000], el [=CITATION informe AEPD 0098/2022] y la [=CITATION Resolución del CTBG R/0123/2020]",
    "el [=CITATION criterio conjunto CI/002/2015], y [=CITATION ELI: es/lo/2018/12/05/3]",
    "con [=CITATION código de convenio n.º 06000123011982], en vigor",
    "la [=CITATION Lei 13/2008, do 3 de decembro], e o [=CITATION Decreto 149/2014, do 20 de novembro]",
    "Visto el [=CITATION artículo 53.1.a) de la Ley 39/2015, de 1 de octubre], y demás",
    "el [=CITATION Real Decreto Legislativo 5/2015, de 30 de octubre]; y el [=CITATION Decreto 45/2019, de 3 de abril]",
    "la [=CITATION Orden HAP/1234/2016, de 5 de julio], y la [=CITATION Orden de 3 de abril de 2019]",
    "el [=CITATION Reglamento (UE) 2016/679, de 27 de abril], y la [=CITATION Directiva 95/46/CE]",
    "el [=CITATION Reglamento (CE) n.º 1371/2007] y la [=CITATION Directiva (UE) 2019/1024], aprobada",
    "los [=CITATION arts. 9.1.c), 24 y 120.3 CE] y el [=CITATION art. 7 bis LOPDGDD]",
    "conforme a la [=CITATION disposición adicional séptima de la Ley Orgánica 3/2018], se publica",
    "el [=CITATION artículo 1902 del Código Civil] y el [=CITATION art. 217 LEC]",
    "la [=CITATION Ley 7/2021, de 1 de diciembre, de la Generalitat], y la [=CITATION Ley Foral 2/2018, de 13 de abril]",
    "la [=CITATION Norma Foral 2/2005, de 8 de marzo], y el [=CITATION Decreto Legislativo 1/2010]",
    "la [=CITATION Ley 10/2010,\nde 9 de\njulio], vigente",
    "las [=CITATION Leyes 39/2015 y 40/2015, de 1 de octubre]",
    "LA [=CITATION LEY 39/2015, DE 1 DE OCTUBRE], Y EL [=CITATION REAL DECRETO 203/2021, DE 30 DE MARZO]",
    "la [=CITATION Ley de 16 de diciembre de 1954], y el [=CITATION Real Decreto de 24 de julio de 1889]",
    "el [=CITATION RD 1299/2006, de 10 de noviembre], la [=CITATION LO 3/2018] y el [=CITATION R.D. 203/2021]",
    "el [=CITATION Real Decreto-ley 8/2020, de 17 de marzo]; el [=CITATION Real Decreto Ley 6/2012]",
    "la [=CITATION Circular 1/2019, de 7 de marzo], y la [=CITATION Instrucción 2/2020]",
    "la [=CITATION STS 123/2019, de 5 de marzo (rec. 4567/2017)], y la [=CITATION STC 292/2000]",
    "la [=CITATION SAP de Badajoz 45/2018] y las [=CITATION SSTS 12/2018 y 34/2019]",
    "la [=CITATION STJUE de 4 de mayo de 2023, asunto C-300/21], reitera",
    "la [=CITATION STSJ de Castilla y León, Sala de lo Social, núm. 123/2019, de 4 de junio]",
    "la [=CITATION sentencia n.º 123/2019 del Tribunal Supremo]; el [=CITATION ATC 12/2015, de 3 de febrero]",
    "la [=CITATION sentencia del Tribunal Constitucional 76/2019, de 22 de mayo], anuló",
    "la [=CITATION STS, Sala 3.ª, de 5 de marzo de 2019 (rec. 12/2018)], declara",
    "([=CITATION ECLI:ES:TS:2019:1234]) y [=CITATION ROJ: STS 1234/2019]",
    "([=CITATION BOE núm. 236, de 2 de octubre de 2015]), [=CITATION BOE-A-2015-10565]",
    "publicado en el [=CITATION BOP de Badajoz núm. 12, de 18 de enero], y en el [=CITATION DOUE L 119]",
    "el [=CITATION Boletín Oficial de la Provincia de Badajoz número 12, de 18 de enero de 2024]",
    "el [=CITATION Acuerdo del Consejo de Ministros de 3 de mayo de 2019], aprobado",
    "el [=CITATION Convenio Colectivo de la Hostelería (código 06000555011982)]",
    "la [=CITATION LPACAP], el [=CITATION Código Penal] y la [=CITATION Ley de Enjuiciamiento Civil]",
    "el [=CITATION apartado 2 del artículo 21 de la citada Ley 39/2015], y el [=CITATION artículo 6 § 1] del Convenio",
    "consúltese [=CITATION https://www.boe.es/buscar/act.php?id=BOE-A-2015-10565] en línea",
    "la [=CITATION Llei 26/2010, del 3 d'agost]; la [=CITATION Lei 1/2016], do Parlamento",
)
NAMED = (
    "el [=CITATION artículo 7 de la Ordenanza municipal de ruidos], y el [=CITATION art. 9 de l'Ordenança de falles]",
    "la [=CITATION Ordenanza de aprovechamientos de 1984], y la [=CITATION ley de 1986], derogadas",
    "el [=CITATION Código de Justicia Militar de 17 de julio de 1945], y el [=CITATION Codi Penal], vigentes",
    "EL [=CITATION ARTICULO 52.4.J DE LA LEY 24/2013 DEL SECTOR ELECTRICO] Y LO DEMÁS",
    "la [=CITATION Ley 20/2022, de Memoria Democrática], y la [=CITATION Ley 49/1960, sobre propiedad horizontal], citadas",
    "os [=CITATION artigos 249 e 250 do Código Civil], e o [=CITATION artigo 32 do Decreto 8/2015, do 8 de xaneiro]",
    "l'[=CITATION article 4 de l'Ordre INT/358/2011], i l'[=CITATION article 1.555 del Codi civil]",
    "el [=CITATION art. 147 del texto refundido de la Ley General de la Seguridad Social]. Firma",
    "el [=CITATION Decreto-Legislativo 1/2014, de 8 de julio], y el [=CITATION rd 199/2010]",
    "la [=CITATION STJUE de 8 de marzo de 2011, asunto C-34/09, Ruiz Zambrano], reitera",
    "la [=CITATION ekainaren 18ko 3/2015 Legearen] arabera, eta [=CITATION Otsailaren 19ko 1/1993 Legea]",
    "[=CITATION Zigor Kodearen 379.2 artikulua] eta [=CITATION Prozedura Kriminalaren Legearen 801. artikulua]",
    "la [=CITATION 39/2015 Legearen 68. artikulua], osoa",
    "el [=CITATION can. 1095, 2.º]; léase el [=CITATION canon 1376 del Código de Derecho Canónico]",
    "la [=CITATION Ley 30001], el [=CITATION Decreto 1072 de 2015] y la [=CITATION ITC 07.1.03], aplicables",
)
FORMS = (
    "el [=CITATION D. 145/2000], la [=CITATION ORA 45.2] y la [=CITATION Foru Arau 11/1989], citadas",
    "el [=CITATION Auto 12/2020 de la AP de Lugo (Sección 2ª)], la [=CITATION DGT V0123-19] y el [=CITATION BOPCO nº 44/2020], leídos",
    "el [=CITATION BOP GR 4/3/20], provincial",
    "la [=CITATION Ley 22/1988, de 28 de julio, de Costas] rige, y la [=CITATION Ley 5/2011, de 29 de septiembre, del Olivar de Andalucía], también",
    "la [=CITATION STC 119/2001 (Moreno Gómez)], citada",
    "el [=CITATION R.G.C. art. 18], el [=CITATION art. 76 L.S.V.] y la [=CITATION LEC, art. 394], infringidos",
    "la [=CITATION Ley19/2013], pegada, y el [=CITATION Fuero de Vizcaya], antiguo",
    "la [=CITATION Ley del Principado de Asturias 4/2002, de 23 de mayo], y el [=CITATION Decreto del Consell 62/2017], vigentes",
    "la [=CITATION Lei Orgánica 3/2018], a [=CITATION Lege Organikoa 3/2018] eta [=CITATION 3/2018 Lege Organikoa], osoa",
    "la [=CITATION l.o. 3/2018], el [=CITATION r.d. 203/2021] y la [=CITATION L.39/2015], en minúsculas",
    "la [=CITATION STS 1.ª 456/2020, 8 septiembre], y la [=CITATION STS 1234/2018 de 4 dic.]; ambas",
    "la [=CITATION S. TSJ Madrid 12-4-2018], la [=CITATION Sª TC 31/2010] y la [=CITATION SJPI 3 de Lugo 12/2020], firmes",
    "la [=CITATION Consulta 1/2019 de la FGE], y el [=CITATION Dictamen CDPD 12/2018], públicos",
    "el [=CITATION B.O. de la Provincia núm. 44, de 5 de marzo], y el [=CITATION DOGV nº 9.641], leídos",
    "el [=CITATION Butlletí Oficial de la Província de 3 de maig de 2021], en paper",
    "la [=CITATION Carta Social Europea de 3 de mayo de 1996], el [=CITATION Convenio 190 de la OIT] y la [=CITATION Observación General n.º 14 (2013)], ratificados",
    "el [=CITATION considerando 26 del RGPD] y el [=CITATION Anexo I, punto 3, del Reglamento (UE) 2016/425], citados",
    "las [=CITATION Sentencias del Tribunal Supremo de 4 de Mayo de l.97l y l7 Febrero l.975], leídas en papel",
    "el [=CITATION ATS 17 febrero 2021, RCA 4417/2020], firme",
    "el [=CITATION texto refundido de l4 de Septiembre de l.973], derogado",
    "el [=CITATION art. 21.8 de la Ley 43/2003, de 21 de noviembre, de Montes] y del resto",
    "infracción de la [=CITATION ORD MUN 14.2], leve",
    "la [=CITATION O.M. de 28 de junio de 1979], la [=CITATION O. M. 12-3-1986] y la [=CITATION O. de 16-07-2014], derogadas",
    "la [=CITATION Circular FGE 2/2022], la [=CITATION Instr. SEM 1/2025] y la [=CITATION Res. DGRN 4 junio 1998], firme",
    "la [=CITATION Resolució DSO/994/2024], l'[=CITATION Acord GOV/99/2022] i el [=CITATION Decret Llei 7/2019, d'11 de març]",
    "verificado conforme a [=CITATION ITC/155/2020], en vigor",
    "la [=CITATION Foru Legea 17/2010, azaroaren 8koa], eta [=CITATION EHAA 246. zk., 2008-12-24]",
    "el [=CITATION R.D. 3.250/l976, de 3O de diciembre], y las [=CITATION Leyes 39 y 40/2015], leídas en papel",
    "la [=CITATION DA 2ª de la LOSU], y la [=CITATION disp. trans. 2.ª del Decreto 12/2020], vigente",
    "la [=CITATION disposición adicional decimosexta, apartado 2, de la Ley 9/2017], y el [=CITATION art.º 24 de la C.E.]",
    "las [=CITATION SSTS de 3 de mayo de 2001, 5 de junio de 2002 y 17-9-2003], entre otras",
    "la [=CITATION S.T.S. de 4 de mayo de 1999] y la [=CITATION STC 53/1985, FJ 5], citadas",
    "la [=CITATION STJUE de 7 de septiembre de 2004, C-127/02, EU:C:2004:482, apartados 44 a 61], reitera",
    "la doctrina [=CITATION Castells c. España, de 23 de abril de 1992], citada",
    "[=CITATION Id Cendoj: 28079130052019100222]; [=CITATION EDJ 2010/123456]; [=CITATION TOL7.417.203]; [=CITATION LA LEY 4417/2012]",
    "el [=CITATION Dictamen 12/2018 de la Comisión Jurídica Asesora], y la [=CITATION Resolución TACRC n.º 994/2022], firme",
    "la [=CITATION STS 994/2022]; [=CITATION C-207/16], ya resuelta",
    "infracción de [=CITATION RGC 94.2.A.5G], leve, y de [=CITATION LEC 1/2000], entera",
    "la norma [=CITATION UNE-EN ISO 9001:2015], la [=CITATION ISO/IEC 27001:2022] y la [=CITATION ITC-BT-52], técnicas",
    "el [=CITATION Convenio de Berna de 19 de septiembre de 1979], y el [=CITATION Protocolo n.º 12 al CEDH], ratificados",
    "la [=CITATION Ordenanza municipal de tráfico de 12 de mayo de 2010], local",
    "la [=CITATION Ley 43/2003, de 21 de noviembre, de Montes], en vigor",
    "la [=CITATION Directiva 95/46/CE del Parlamento Europeo y del Consejo, de 24 de octubre de 1995], derogada",
)
NAMESAKES = (
    "afecta de [=CITATION enfermedad de Parkinson], 55 puntos en la [=CITATION escala de Barthel] y 13 en la de [=CITATION Glasgow]",
    "un [=CITATION síndrome de Down] con [=CITATION índice de Katz] bajo y [=CITATION test de Rorschach] normal",
    "padece [=CITATION Alzheimer] y [=CITATION síndrome de Tourette] desde hace años",
    "el [=CITATION Juzgado de Primera Instancia n.º 1 de Don Benito] y el [=CITATION Registro de Doña Mencía]",
    "acudió al [=CITATION Juzgado de Paz] y al [=CITATION Rey de Armas]",
    "el [=CITATION IES Miguel de Cervantes], el [=CITATION Hospital Gregorio Marañón] y el [=CITATION Premio Cervantes]",
    "la [=CITATION fractura de Colles] y la [=CITATION maniobra de Valsalva], sin más",
    "el [=CITATION Registro de la Propiedad de San Vicente de Alcántara], y",
    "por el [=CITATION CEIP Ramón y Cajal] y la [=CITATION Biblioteca Municipal Ana María Matute]",
    "Escala: [=CITATION Barthel] 55; sin [=CITATION Parkinson].",
    "como dijo [=CITATION Don Quijote de la Mancha], y Sancho",
    "Según [=CITATION Emma Bovary], Cervantes y [=CITATION Sancho Panza] soñaban",
    "El taller lee [=CITATION Hamlet] y los refranes de [=CITATION Sancho Panza]; doña Luisa Gil lo dirige",
    "Personaje: [=CITATION Sancho Panza]. Obra de teatro: [=CITATION Macbeth]",
    "en la Novela de [=CITATION Robinson Crusoe]",
    "el disfraz de [=CITATION Papá Noel], el de [=CITATION Sherlock Holmes] y un tal [=CITATION Fulano de Tal]",
    "una función de [=CITATION Romeo y Julieta] en la plaza",
    "el [=CITATION saco de Douglas], y la prueba de [=CITATION Rosa de Bengala]",
    "El formato del DNI es [=CITATION 12345678X] (ejemplo ilustrativo).",
    "Indique su NIF, por ejemplo: [=CITATION 00000000T], o su NIE (p. ej., [=CITATION X1234567L])",
    "Correo de muestra: [=CITATION usuario@dominio.es]; teléfono (ej. [=CITATION 123456789])",
    "su clave es 4455 y su DNI [=CITATION 87654321X] (dato ficticio)",
)
# Codes by the article before their acronym, rulings of Strasbourg, criteria, and rules and courts in other languages.
FURTHER = (
    "9,02 € + IVA, [=CITATION arancel 4.1.f], pagados; se aplican los [=CITATION aranceles n.º 2 y 4.1] vigentes",
    "el [=CITATION 199.2 CP], y según el [=CITATION 20.1.a) CC]; procede el [=CITATION 763 LEC] y el [=CITATION RGC 52], leídos",
    "la [=CITATION STEDH de 5 de marzo de 2020, demanda n.º 44198/18]; y la [=CITATION STEDH de 8 de junio de 1976, serie A n.º 22]",
    "el [=CITATION Criterio Interpretativo CI/001/2015, de 24 de junio], y las [=CITATION Resoluciones R/0423/2017 y R/0118/2022], citadas",
    "el [=CITATION artículo 27 del Código de Deontología Médica (diciembre de 2022)], vigente",
    "l'[=CITATION Acord GOV/94/2011, de 7 de juny], i la [=CITATION Convenció sobre els Drets de l'Infant, de 20 de novembre de 1989], vigents",
    "a [=CITATION sentenza do TSXG do 11 de maio de 2022 (recurso 7088/2021)], firme",
    "[=CITATION Auzitegi Nagusiaren 2019ko maiatzaren 6ko 214/2019 epaiak] dio, eta [=CITATION EAEANren 2021eko urriaren 14ko epaia, 512/2021 errekurtsoa]",
    "([=CITATION art. 90 del Código Civil] y [=CITATION 775 de la LEC]); y [=CITATION 561-16 del Código civil de Cataluña], leídos",
    "Coslada  [=CITATION 46.8 Ley 1/1992]    300,51; la [=CITATION Orde do 29 de decembro de 2000], e o [=CITATION Conveni de la Haia de 29 de maig de 1993]",
    "[=CITATION Aholku Batzorde Juridikoaren 84/2022 irizpena], eta [=CITATION martxoaren 8ko 2/2005 Foru Arau Orokorra, 225. artikulua], osoa",
)
FURTHER_LEFT = (
    "paga un arancel 45 euros mayor, un arancel del 12 % y el arancel 4417 de la lista",
    "el arancel de doña Casilda, 4.1 de la hoja",
    "el 47.3 de la finca y 775 de la lista; en 561-16 del plano",
    "orde do día 29 de decembro de 2000, e protocolo da reunión",
    "expediente 775 de la Sra. Roble, y 12 del municipio",
    "calle Sol 123 CP 28013, un motor de 150 CC y la placa 4471 LSV",
    "amak 2019ko maiatzaren 6an 214/2019 espedientea ireki zuen",
    "la demanda n.º 441/18 de Juan Bermejo y la serie A n.º 22 de la lotería",
    "a resposta do 11 de maio de 2022 (recurso 7088/2021), de Casilda",
    "unha nena, de 20 de novembro de 1989; resolución R-0423 e criterio do director",
    "la factura R/0423/2017 y el acord del veïns de 7 de juny",
)
UNNAMED = (
    "la ordenanza de mi pueblo y el reglamento de la peña, de los Montes",
    "la orden de 2.019 sillas y la ley de 1.986 páginas",
    "el código de la puerta y el código 1945 del portal",
    "vive en el sector eléctrico 24/2013 del polígono",
    "la memoria democrática de Ángel Propiedad, 49/1960",
    "o artigo do xornal, 249 e 250 páxinas do Código",
    "la orden de trabajo 358/2011 y el article del diari",
    "el texto refundido de Carmen Sanz, 147",
    "el decreto de la maestra y el legislativo 1/2014",
    "la carpeta C-34/09, Ruiz Zambrano, es la mía",
    "ekainaren 18ko bilera eta 3/2015 zenbakia",
    "kodea 379.2 da eta artikulua luzea",
    "el expediente 39/2015 de Lege Artis, S.L.",
    "un canon de 1.200 euros y el canon 1376 de riego; can. Rex",
    "Pedro Ley\n10001 votos; el carné 30001 y el parte 1072 de 2015",
)
LEFT = (
    "D. Juan 145/2000 y la ORA de la tarde",
    "el auto 12/2020 de la apelante y la arauca 11/1989",
    "bopco nº 44/2020 en minúsculas",
    "comparece R.G.C. y firma L.S.V., testigos",
    "los señores de Costas rigen, del Olivar y de Andalucía",
    "Moreno Gómez (recurrente) y leyenda19/2013",
    "el fuero de los vecinos y el artículo de Costas",
    "S. Pérez, 12-4-2018, y S. Tomás 31/2010",
    "la consulta 1/2019 del médico y el informe UB-417/2025",
    "L. 3/15 de la calle y el litro L 39/15",
    "la l.p. 3/2018 y el r.p. 203/2021",
    "el convenio regulador de 5 de octubre de 2019 y el convenio 190 de la empresa",
    "el protocolo de 23 de noviembre de 2007 del notario",
    "una observación general y un considerando aparte",
    "el b.o. de la tienda núm. 44, de 5 de marzo",
    "carta social de 3 de mayo, y anexo I a secas",
    "compareció el 8 de septiembre, 4 dic. y 23 may.",
    "el expediente sancionador SAN-0417/25 y el expte. SAN 417/25",
    "la resolución DGSJFP R-99441/2019",
    "ord. 14 y mun. 2 del bando",
    "el texto refundido de la solicitud",
    "los de Montes y del Río, de 17 febrero",
    "expte. EDU/123/2024, solicitud FOM/45/2023 y ref. INT/12/2022",
    "matrícula 9944 LSV y furgón 1234 LGT, con remolque",
    "la resolución de 4 junio de 2021 y el acuerdo del 3 de mayo",
    "O. M. Pérez, nacido el 12-3-1986, y R. O. Gil, de 4 de mayo de 1990",
    "la ordenanza municipal que infringió don Juan Gil el día de 3 de mayo de 2024",
    "en 2019 la familia vivía EN 12464 metros y la uned no contestó",
    "don Castells c. Mayor, 3, y doña Castells contra España",
    "cendoj sin número y tol 12",
    "clave VLEX-12 y código EDJ 12, expediente A/RES y asunto 70/1",
    "la Resolución R-99441/2019 y el acuerdo con María de 3 de mayo de 2020",
    "la DA de los lunes y el DT del equipo, 2 de mayo",
    "según la Ley, de García y de Montes, vecinos",
    "el atestado T-0388/24 y la denuncia C-311/18",
    "la reclamación R/0123/2020 y el informe 98/2022",
    "el caso de don Nicasio contra Casilda y el asunto 12/2024",
    "el expediente 2008/115 y la orden de servicio 12/2024",
    "la resolución de Alcaldía de 3 de mayo de 2019",
    "el código 06000123011982 y el criterio del director",
    "el auto 12/2020 de este juzgado y la pieza lo/1",
    "la orden de la señora de 3 de mayo de 2019",
    "la pulsera 02/2015 lege artis",
    "el informe 12 y 14 de la clase",
    "la sentencia ts 12/2000, escrita en minúsculas",
    "el expediente 45/2019 y los autos 456/2018",
    "la Resolución de Alcaldía 45/2019",
    "el Decreto 45/2019, de la Alcaldía",
    "Doña Gloria Barthel Suárez firma con la Dra. Parkinson Rúa",
    "Notifíquese a don Benito Carrascal Alises y a doña Mencía Robleño",
    "la enfermedad de Casilda y el mal de Nicasio",
    "el test de Casilda Bermejo salió bien",
    "la citada Ley y el presente Decreto",
    "la sentencia 45/2020 de este juzgado",
    "un auto de 3 de mayo de 2020",
    "el orden del día de 3 de mayo",
    "sts 12/2018 escrito a mano en minúsculas",
    "el procedimiento 123/2019 y el registro 2024/000123",
    "se ordena el capítulo I del libro",
    "el CP 06800 y el cc de la finca",
    "el boe del pueblo 12, de enero",
    "don Juez Paz compareció",
    "el registro de doña Mencía Robleño",
    "la clasificación de María",
    "ley de vida y real gana 45/2019",
    "DNI 99012345J, nacida el 3 de abril de 1980",
    "el demandante Sancho Panza Ruiz y doña Julieta Romeo",
    "comparece Luisa Sancho Panza, vecina; la citada Sancho Panza no firma",
    "declararon María Emma Bovary y D. Sancho Panza",
    "el señor Bermejo Hamlet y la Sra. Hamlet recurren",
    "Casilda de Sancho Panza firma",
    "un fulano de tal, en minúsculas, y el señor Quijano Watson",
    "Doña Ana Ruiz, con DNI 12345678Z, comparece",
    "Por ejemplo, doña Ana Ruiz, con DNI 12345678Z, no aportó nada",
    "el DNI 87654321X del ejemplo de la página 3 es de Luis Gil",
    "por ejemplo, 99012345J en el formato de la casilla",
    "escriba a usuario@dominio.es si tiene dudas",
)

# A citation ends before the person named beside it, or the name stays readable.
BESIDE_NAMES = (
    "la [=CITATION Orden 12/2020, de 3 de mayo], de Casilda Bermejo Roble, por la que se la nombra",
    "la [=CITATION Instrucción 3/2021], de Casilda Bermejo Roble, jefa del servicio",
    "la [=CITATION Circular 3/2021, de 4 de mayo], de Bermejo, y la [=CITATION Ley 3/2021], de Montes Roble",
    "la [=CITATION STS 292/2000, de 30 de noviembre] (Casilda Bermejo Roble), firme",
    "la [=CITATION STC 292/2000, de 30 de noviembre] (Casilda Bermejo Roble), firme",
    "la [=CITATION SAP de Madrid 12/2020, de 3 de mayo] (ponente Casilda Bermejo Roble), firme",
    "la [=CITATION SAP de Madrid 12/2020, de 3 de mayo] (Bermejo), firme",
    "la [=CITATION STSJ de Galicia 12/2020] (don Nicasio Roble), firme",
    "el [=CITATION Convenio colectivo] firmado por Casilda Bermejo Roble (código 06000555011982)",
    "Casilda Bermejo Roble invoca la [=CITATION Ley 39/2015, de 1 de octubre], y firma",
)
NAMES_LEFT = (
    "Doña Casilda Bermejo Roble c. Portugal 14",
    "Casilda Bermejo Roble c. España, 12, según la sentencia",
    "Notifíquese la sentencia a doña Casilda Bermejo Roble c. Francia",
    "asunto Casilda Bermejo c. Portugal n.º 14",
    "Acuerdo no jurisdiccional de Casilda Bermejo Roble de 3 de mayo de 2020",
    "Resolución BERMEJO 12/2020 y Acuerdo ROBLE 3/2021",
    "Orden CASILDA 12/2020, firmada",
)
# The same forms with nobody in them.
WITHOUT_NAMES = (
    "la [=CITATION Ley 5/2020, de 3 de mayo, de Carreteras de Galicia], y la [=CITATION Ley 2/2011, de Puertos], vigentes",
    "la [=CITATION STS 292/2000, de 30 de noviembre (Sala de lo Social)], firme",
    "la [=CITATION SAP 12/2020, de 3 de mayo (Badajoz)], firme",
    "la [=CITATION STC 119/2001 (Moreno Gómez)], de amparo",
    "la sentencia del tribunal europeo [=CITATION Castells c. España], citada",
    "el [=CITATION Acuerdo no jurisdiccional del Pleno de la Sala Segunda de 3 de mayo de 2020], citado",
    "la [=CITATION Resolución DGRN 12/2020], la [=CITATION Instrucción FGE 3/2021] y el [=CITATION Acuerdo GOV 3/2021], citados",
    "la [=CITATION Ley 39/2015, de 1 de Julio], y el [=CITATION Real Decreto 203/2021, de 30 de Abril], vigentes",
    "la [=CITATION SAP de Santa Cruz de Tenerife 12/2020, de 3 de mayo], firme",
    "la [=CITATION STSJ de Castilla y León 12/2020, de 3 de mayo], firme",
)


# A protected word inside somebody's address would leave the rest of it readable.
IN_ADDRESSES = (
    "domicilio en Av. de la Constitución, 18, 9.º D",
    "vive en la calle Hospital Gregorio Marañón, 3",
    "vive en la plaza de la Cruz Roja, 4",
    "reside en la calle Guardia Civil 12",
)


@pytest.mark.parametrize("sentence", IN_ADDRESSES)
def test_protects_nothing_inside_an_address(sentence: str) -> None:
    _check(sentence)


@pytest.mark.parametrize("sentence", CITED + NAMED + FORMS + FURTHER + BESIDE_NAMES + WITHOUT_NAMES)
def test_protects_the_whole_citation(sentence: str) -> None:
    _check(sentence)


@pytest.mark.parametrize("sentence", NAMESAKES)
def test_protects_what_bears_a_name_and_is_nobody(sentence: str) -> None:
    _check(sentence)


@pytest.mark.parametrize("sentence", UNNAMED + LEFT + FURTHER_LEFT + NAMES_LEFT)
def test_leaves_file_numbers_and_people(sentence: str) -> None:
    _check(sentence)


def _check(sentence: str) -> None:
    document, expected = marked.read(sentence)
    found = marked.find(document, "citation")
    assert [document.surface(d.span) for d in found] == [document.surface(e.span) for e in expected]
    assert all(d.effect is Effect.PROTECT and d.score >= 0.9 for d in found)
