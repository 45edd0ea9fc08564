"""A walk through every page but the review screen: it works, it passes axe, it looks right in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import Window
from tests.browser.site import Site

pytestmark = pytest.mark.browser
Open = Callable[[str], Window]


def test_signing_in_and_the_empty_queue(window: Open) -> None:
    window_ = window("")
    page = window_.go("/entrar/")
    window_.both("entrar")
    page.fill("#id_username", "alba")
    page.fill("#id_password", "no es esta")
    page.click("main button[type=submit]")
    assert page.locator("[role=alert]").is_visible()
    window_.both("entrar-error")
    alba = window("alba")
    if alba.page.get_by_text("Empiece por un expediente").count():
        alba.both("cola-vacia")


def test_the_queue_filters(site: Site, window: Open) -> None:
    site.seed("queue")
    alba = window("alba")
    alba.both("cola")
    alba.no_sideways_scroll()
    alba.page.fill("#q", "PLENO de marzo")
    alba.page.press("#q", "Enter")
    assert alba.page.locator("tbody tr").count() == 1
    alba.page.fill("#q", "no hay tal cosa")
    alba.page.press("#q", "Enter")
    alba.both("cola-sin-resultados")
    alba.page.click("text=Quitar filtros >> nth=0")
    alba.page.select_option("#quien", "mine")
    alba.page.wait_for_url("**quien=mine**")
    assert alba.page.locator("tbody tr").count() >= 1


def test_an_expediente_with_files_under_way(site: Site, window: Open) -> None:
    alba = window("alba")
    alba.page.click("text=Recursos de alzada del primer trimestre")
    assert alba.page.get_by_text("Guarde una copia sin contraseña y súbala.").is_visible()
    alba.both("expediente")
    alba.no_sideways_scroll()
    alba.page.click("summary:has-text('Plantilla')")
    alba.axe("menú")
    alba.shot("expediente-menu")


def test_a_new_expediente_with_dropped_files(window: Open) -> None:
    alba = window("alba")
    page = alba.go("/expedientes/nuevo/")
    alba.both("nuevo")
    page.fill("#id_title", "Resolución de becas")
    page.check("text=Publicación en el portal de transparencia")
    page.set_input_files("#files", files=[
        {"name": "solicitud.txt", "mimeType": "text/plain", "buffer": b"Dona Ana Avila, con DNI 99001122K."},
        {"name": "otra.txt", "mimeType": "text/plain", "buffer": b"Dona Ana Avila, con DNI 99001122K."},
        {"name": "vacio.txt", "mimeType": "text/plain", "buffer": b""},
    ])  # fmt: skip
    assert page.locator(".drop-list li").count() == 3
    page.click("text=Crear y analizar")
    page.wait_for_selector("text=Ya estaban en el expediente")
    assert page.get_by_text("El fichero está vacío.").is_visible()
    assert "/nuevo/" not in page.url
    page.wait_for_selector("text=Analizado", timeout=90_000)
    alba.both("expediente-resultado-subida")
    page.set_input_files("#files", files=[
        {"name": "segunda.txt", "mimeType": "text/plain", "buffer": b"Don Efren Avila, con DNI 99002233X."},
    ])  # fmt: skip
    page.wait_for_selector("text=segunda.txt")


def test_what_will_leave(window: Open) -> None:
    alba = window("alba")
    alba.page.click("text=Ayudas de comedor 2025")
    alba.page.click("text=Ver qué saldrá")
    alba.both("que-saldra")
    alba.no_sideways_scroll()
    assert alba.page.get_by_role("button", name="Enviar a aprobación").is_disabled()
    assert alba.page.get_by_text("por decidir: mientras").is_visible()


def test_release_pages(window: Open) -> None:
    bruno = window("bruno")
    for title, name in (
        ("Denuncias por ruido, zona centro", "liberacion-denegada"),
        ("Actas del Pleno de marzo", "expediente-liberado"),
    ):
        bruno.go("/expedientes/")
        bruno.page.click(f"text={title}")
        bruno.both(name)


def test_from_upload_to_download_with_the_real_engine(site: Site, window: Open) -> None:
    case = f"/expedientes/{site.seed('one_upload')}/"
    alba = window("alba")
    page = alba.go(case)
    page.wait_for_selector("text=Analizado", timeout=120_000)
    site.seed("decided")
    alba.go(case + "aprobacion/")
    page.click("text=Enviar a aprobación")
    page.wait_for_selector("text=Enviado a aprobación.")
    bruno = window("bruno")
    page = bruno.go(case + "aprobacion/")
    bruno.both("aprobacion")
    page.click("main button:has-text('Aprobar')")
    page.click("text=Generar los ficheros")
    page.wait_for_selector("text=0 fugas", timeout=120_000)
    assert page.locator("#case_state").get_by_text("Liberado").is_visible()
    bruno.both("publicacion")
    bruno.no_sideways_scroll()
    with page.expect_download() as got:
        page.click("a:has-text('Descargar')")
    written = got.value.path().read_text(encoding="utf-8")
    assert (
        "Ávila" not in written and "99001122K" not in written and "[PER_1]" in written and "Decreto 45/2019" in written
    )
    page.click("a:has-text('Informe')")
    assert page.get_by_text("párrafo 1").first.is_visible()
    bruno.both("informe")
    bruno.no_sideways_scroll()
    with page.expect_download() as report:
        page.click("a:has-text('JSON')")
    assert "Ávila" not in report.value.path().read_text(encoding="utf-8")


def test_lists(site: Site, window: Open) -> None:
    site.seed("entries")
    diego = window("diego")
    page = diego.go("/listas/")
    diego.no_sideways_scroll()
    page.fill("#id_text >> nth=-1", "mochuelo y (Mochuelo). Torremoncayo, Consejería de Educación, REF-123456")
    page.click("text=Probar >> nth=-1")
    page.wait_for_selector(".tried")
    assert page.locator(".tried mark.deny").count() >= 3
    diego.both("listas")


def test_policies(site: Site, window: Open) -> None:
    number, threshold = site.seed("newer_policy").split()
    diego = window("diego")
    diego.go("/plantillas/")
    diego.both("plantillas")
    diego.go(f"/plantillas/transparencia/{int(number) + 1}/?comparar={number}")
    assert diego.page.get_by_text(f"antes: {threshold}").is_visible()
    diego.both("plantilla")


def test_the_trail_holds_and_then_does_not(site: Site, window: Open) -> None:
    diego = window("diego")
    page = diego.go("/registro/")
    page.click("text=Comprobar la cadena")
    page.wait_for_selector("text=La cadena está íntegra")
    diego.both("registro")
    diego.no_sideways_scroll()
    with page.expect_download() as got:
        page.click("button:has-text('CSV')")
    assert got.value.suggested_filename == "registro.csv"
    site.seed("broken_trail")
    page.click("text=Comprobar la cadena")
    page.wait_for_selector("text=La cadena se rompe en el hecho 2")
    diego.both("registro-roto")


def test_account_and_errors(window: Open) -> None:
    alba = window("alba")
    alba.go("/cuenta/")
    alba.both("cuenta")
    alba.go("/cuenta/clave/")
    alba.axe("clave")
    alba.go("/no/hay/nada/")
    alba.both("no-encontrado")
    alba.go("/registro/")
    alba.both("sin-permiso")


def test_the_dark_theme_and_english_stay(window: Open) -> None:
    alba = window("alba")
    page = alba.go("/cuenta/")
    page.select_option("#id_theme", "dark")
    page.select_option("#id_language", "en")
    page.click("main button[type=submit]")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.lang") == "en"
    page.select_option("#id_theme", "auto")
    page.select_option("#id_language", "es")
    page.click("main button[type=submit]")


def test_files_let_go_over_the_zone_are_sent_and_beside_it_are_not(window: Open) -> None:
    alba = window("alba")
    alba.page.click("text=Ayudas de comedor 2025")
    let_go = """([where, name]) => {
        const data = new DataTransfer();
        data.items.add(new File(["Doña Ana Ávila, con DNI 99001122K, " + name], name, {type: "text/plain"}));
        const event = new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true});
        document.querySelector(where).dispatchEvent(event);
        return event.defaultPrevented;
    }"""
    assert alba.page.evaluate(let_go, ["h1", "fuera.txt"])
    assert alba.page.evaluate(let_go, ["[data-drop]", "soltado.txt"])
    alba.page.wait_for_selector("#case_files >> text=soltado.txt")
    assert alba.page.get_by_text("fuera.txt").count() == 0


def test_a_page_works_with_the_keyboard_alone(window: Open) -> None:
    alba = window("alba")
    page = alba.go("/expedientes/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.focus("summary")
    page.keyboard.press("Enter")
    assert page.get_by_text("Mi cuenta").is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert not page.get_by_text("Mi cuenta").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_what_a_form_lacks_is_said_beside_its_field_and_goes_when_mended(site: Site, window: Open) -> None:
    alba = window("alba")
    page = alba.go("/expedientes/nuevo/")
    page.click("text=Crear y analizar")
    assert page.evaluate("document.activeElement.id") == "id_title"
    page.fill("#id_title", "Resolución de becas")
    page.click("text=Crear y analizar")
    said = page.get_by_text("Elija una plantilla: decide qué se sustituye.")
    assert said.is_visible()
    assert page.evaluate("document.activeElement.name") == "policy"
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "error_policy"
    alba.axe("nuevo sin plantilla")
    page.check("text=Publicación en el portal de transparencia")
    assert not said.is_visible()
    assert page.locator("[aria-invalid]").count() == 0
    assert "/nuevo/" in page.url


def test_two_released_files_of_one_name_are_told_apart(site: Site, window: Open) -> None:
    case = f"/expedientes/{site.seed('same_names')}/"
    bruno = window("bruno")
    bruno.page.set_viewport_size({"width": 1366, "height": 768})
    page = bruno.go(case)
    page.wait_for_function("() => document.querySelectorAll('#case_files .badge.ok').length === 2", timeout=120_000)
    side = page.locator("#case_side")
    assert side.get_by_text("Ávila 1.txt").first.is_visible()
    site.seed("same_names_approved")
    page = bruno.go(case + "aprobacion/")
    page.click("text=Generar los ficheros")
    page.wait_for_selector("text=Liberado", timeout=120_000)
    names = page.locator("#releases tbody th .title").all_inner_texts()
    assert names == ["documento_1.txt", "documento_1_2.txt"]
    assert page.get_by_text("de Ávila 1.txt").is_visible() and page.get_by_text("de Quirós 1.txt").is_visible()
    bruno.axe("publicación de dos")
    page.fill("#back_reason", "Sobraba\nun anexo.")
    page.click("text=Retirar y devolver a revisión")
    page.wait_for_selector("text=Devuelto a revisión.")
    bruno.go(case + "publicaciones/")
    assert page.get_by_text("Sobraba un anexo.").is_visible()
