"""The addresses of the review screen, under /expedientes/<key>/revision/."""

from __future__ import annotations

from django.urls import path

from review.views.desk import adding, decide, history, listing, page, pages, people

# the page and its panes
page_urls = [
    path("", page.page, name="desk"),
    path("personas/", listing.people, name="desk_people"),
    path("personas/lineas/", listing.rows, name="desk_rows"),
    path("personas/nombres/", listing.names, name="desk_names"),
    path("indice/", listing.index, name="desk_index"),
    path("al-dia/", page.sync, name="desk_sync"),
    path("pulso/", page.pulse, name="desk_pulse"),
    path("ficheros/<uuid:file>/", page.document, name="desk_document"),
    path("ficheros/<uuid:file>/mapa/", listing.density, name="desk_map"),
    path("ficheros/<uuid:file>/<int:number>/", page.fragment, name="desk_fragment"),
    path("ficheros/<uuid:file>/paginas/<int:number>/", pages.page, name="desk_page"),
    path("ficheros/<uuid:file>/paginas/<int:number>/imagen-<int:width>.webp", pages.picture, name="desk_picture"),
]

# menciones/<pk>/
mention_urls = [
    path("menciones/<int:pk>/", decide.evidence, name="desk_evidence"),
    path("menciones/<int:pk>/decidir/", decide.decide_mention, name="desk_decide_mention"),
    path("menciones/<int:pk>/mover/", people.move_form, name="desk_move_form"),
    path("menciones/<int:pk>/mover/hecho/", people.move, name="desk_move"),
]

# personas/<pk>/
entity_urls = [
    path("personas/<int:pk>/", decide.details, name="desk_details"),
    path("personas/<int:pk>/decidir/", decide.decide_entity, name="desk_decide_entity"),
    path("personas/<int:pk>/grafia/", decide.decide_spelling, name="desk_decide_spelling"),
    path("personas/<int:pk>/descartar/", decide.discard, name="desk_discard"),
    path("personas/<int:pk>/unir/", people.merge_form, name="desk_merge_form"),
    path("personas/<int:pk>/unir/vista/", people.merge_preview, name="desk_merge_preview"),
    path("personas/<int:pk>/unir/hecho/", people.merge, name="desk_merge"),
    path("personas/<int:pk>/candidata/<int:to>/", people.candidate_form, name="desk_candidate_form"),
    path("personas/<int:pk>/candidata/", people.candidate, name="desk_candidate"),
    path("personas/<int:pk>/separar/", people.split_form, name="desk_split_form"),
    path("personas/<int:pk>/separar/hecho/", people.split, name="desk_split"),
    path("personas/<int:pk>/tipologia/", people.label_form, name="desk_label_form"),
    path("personas/<int:pk>/tipologia/hecho/", people.relabel, name="desk_relabel"),
    path("personas/<int:pk>/nombre/", people.rename, name="desk_rename"),
]

# what concerns the whole expediente
case_urls = [
    path("bloque/", decide.bulk_form, name="desk_bulk_form"),
    path("bloque/hecho/", decide.bulk, name="desk_bulk"),
    path("ficheros/<uuid:file>/anadir/", adding.menu, name="desk_add_menu"),
    path("ficheros/<uuid:file>/anadir/hecho/", adding.add, name="desk_add"),
    path("ficheros/<uuid:file>/zona/", pages.menu, name="desk_box_menu"),
    path("ficheros/<uuid:file>/zona/hecho/", pages.add, name="desk_box_add"),
    path("deshacer/", history.undo, name="desk_undo"),
    path("rehacer/", history.redo, name="desk_redo"),
    path("actos/", history.acts, name="desk_acts"),
]

urlpatterns = [*page_urls, *mention_urls, *entity_urls, *case_urls]
