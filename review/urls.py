"""The addresses, grouped by resource; one for each act."""

from __future__ import annotations

from django.urls import include, path
from django.views.generic import RedirectView

from review.views import account, audit, cases, described, health, lists, policies, queue, release, source, upload

# /expedientes/
case_urls = [
    path("", queue.queue, name="queue"),
    path("buscar/", queue.search, name="queue_search"),
    path("nuevo/", upload.case_new, name="case_new"),
]

# /expedientes/<key>/
one_case_urls = [
    path("", cases.case, name="case"),
    path("progreso/", cases.progress, name="case_progress"),
    path("ficheros/", upload.upload, name="upload"),
    path("asignar/", cases.assign, name="case_assign"),
    path("prioridad/", cases.set_priority, name="case_priority"),
    path("plantilla/", cases.set_policy, name="case_policy"),
    path("repasar/", cases.go_over, name="case_go_over"),
    path("enviar/", release.submit, name="case_submit"),
    path("devolver/", release.send_back, name="case_send_back"),
    path("aprobacion/", release.approval, name="approval"),
    path("aprobar/", release.approve, name="case_approve"),
    path("generar/", release.produce, name="case_release"),
    path("publicaciones/", release.release, name="release"),
]

# /ficheros/<key>/
file_urls = [
    path("original/", upload.original, name="source_original"),
    path("reintentar/", upload.retry, name="source_retry"),
    path("retirar/", upload.remove, name="source_remove"),
]

# /resultados/<key>/
result_urls = [
    path("descargar/", release.download, name="result_download"),
    path("informe/", release.report, name="report"),
    path("informe.html", release.report_html, name="report_html"),
    path("informe.json", release.report_json, name="report_json"),
]

# /listas/
list_urls = [
    path("", lists.lists, name="lists"),
    path("buscar/", lists.search, name="list_search"),
    path("anadir/", lists.add, name="list_add"),
    path("importar/", lists.bring, name="list_import"),
    path("exportar/", lists.export, name="list_export"),
    path("probar/", lists.attempt, name="list_try"),
    path("<int:pk>/retirar/", lists.withdraw, name="list_withdraw"),
]

# /plantillas/
policy_urls = [
    path("", policies.policies, name="policies"),
    path("<slug:name>/<int:number>/", policies.policy, name="policy"),
    path("<slug:name>/<int:number>/tipologias/", described.types, name="policy_types"),
    path("<slug:name>/<int:number>/tipologias/probar/", described.attempt, name="type_try"),
    path("<slug:name>/<int:number>/tipologias/anadir/", described.add, name="type_add"),
    path("<slug:name>/<int:number>/tipologias/<slug:slug>/retirar/", described.withdraw, name="type_withdraw"),
]

# /registro/
trail_urls = [
    path("", audit.trail, name="trail"),
    path("comprobar/", audit.verify, name="trail_verify"),
    path("exportar.csv", audit.export_csv, name="trail_csv"),
    path("exportar.json", audit.export_json, name="trail_json"),
]

# /entrar/, /salir/, /cuenta/
account_urls = [
    path("entrar/", account.Login.as_view(), name="login"),
    path("salir/", account.Logout.as_view(), name="logout"),
    path("cuenta/", account.account, name="account"),
    path("cuenta/clave/", account.Password.as_view(), name="password"),
]

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="queue"), name="home"),
    path("expedientes/", include(case_urls)),
    path("expedientes/<uuid:key>/", include(one_case_urls)),
    path("expedientes/<uuid:key>/revision/", include("review.desk_urls")),
    path("ficheros/<uuid:key>/", include(file_urls)),
    path("resultados/<uuid:key>/", include(result_urls)),
    path("listas/", include(list_urls)),
    path("plantillas/", include(policy_urls)),
    path("registro/", include(trail_urls)),
    path("", include(account_urls)),
    path("codigo-fuente/", source.source, name="source"),
    path("salud/viva/", health.live, name="live"),
    path("salud/lista/", health.ready, name="ready"),
]
