"""Addresses of the interface's own description: for machines, for people (no other server is asked), and its errors."""

from django.urls import path
from drf_spectacular.views import SpectacularSwaggerSplitView

from wagering.api.description import Description
from wagering.api.meta import ProblemOf, Problems

urlpatterns = [
    path("schema", Description.as_view(), name="api-schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="api-schema"), name="api-docs"),
    path("problems", Problems.as_view(), name="api-problems"),
    path("problems/<slug:code>", ProblemOf.as_view(), name="api-problem"),
]
