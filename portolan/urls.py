"""All addresses."""

from django.urls import include, path

from campaigns.admin import site

urlpatterns = [
    path("", include("campaigns.urls")),
    path("", include("scenarios.urls")),
    path("host/", site.urls),
]
