"""All addresses."""

from django.urls import include, path

urlpatterns = [path("", include("campaigns.urls")), path("", include("scenarios.urls"))]
