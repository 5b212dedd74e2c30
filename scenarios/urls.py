"""The addresses of the public pilot book."""

from django.urls import path

from scenarios import views

urlpatterns = [
    path("search/", views.search, name="search"),
    path("book/", views.contents, name="book"),
    path("book/map/", views.chart, name="map"),
    path("book/turn/<slug:box>/", views.turn, name="turn"),
    path("book/aid/<slug:key>/", views.aid, name="aid"),
    path("book/<slug:kind>/<slug:key>/", views.answer, name="answer"),
]
