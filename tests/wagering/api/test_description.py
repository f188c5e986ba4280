"""The description of the interface is whole: what it says of each operation, and that it leaves none out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import URLPattern, URLResolver, get_resolver

from wagering.api.endpoint import Empty

BASE = "/api/v1/"
METHODS = ("get", "post", "put", "patch", "delete")
AUDIENCES = ("operator", "studio", "player", "staff", "stream")
SECURED = {
    "operator": {"operatorSignature"},
    "studio": {"deviceToken"},
    "player": {"sessionToken"},
    "staff": {"staffSession"},
    "stream": {"sessionToken", "deviceToken", "staffSession"},
}


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """As ``manage.py spectacular`` writes it; a warning is a failure."""
    file = tmp_path_factory.mktemp("description") / "openapi.json"
    call_command("spectacular", validate=True, fail_on_warn=True, format="openapi-json", file=str(file))
    return json.loads(Path(file).read_text())


def operations(description: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in description["paths"].items():
        for method in METHODS:
            if method in methods:
                yield path, method, methods[method]


def routes(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, here)
        elif isinstance(pattern, URLPattern):
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", here), pattern.callback


def test_every_address_and_method_is_described(description: Any) -> None:
    """Those that serve the description itself apart."""
    described = {(path, method) for path, method, _ in operations(description)}
    served = {
        (path, method)
        for path, view in routes(get_resolver())
        if path.startswith(BASE) and path not in (f"{BASE}schema", f"{BASE}docs")
        for method in METHODS
        if hasattr(view.cls, method) and method in view.cls.http_method_names
    }
    assert described == served


def test_every_operation_says_what_it_is_for_and_who_may(description: Any) -> None:
    ids = Counter(operation["operationId"] for _, _, operation in operations(description))
    assert [name for name, count in ids.items() if count > 1] == []
    schemes = description["components"]["securitySchemes"].keys()
    for path, method, operation in operations(description):
        where = f"{method} {path}"
        assert operation["description"].strip(), where
        audience = path.removeprefix(BASE).split("/")[0]
        assert operation["tags"] == [audience if audience in AUDIENCES else "meta"], where
        allowed = {name for one in operation["security"] for name in one}
        assert allowed == SECURED.get(audience, set()), where
        assert allowed <= schemes, where


def test_every_error_is_a_problem(description: Any) -> None:
    for path, method, operation in operations(description):
        statuses = {int(status) for status in operation["responses"]}
        assert len([status for status in statuses if status < 400]) == 1, path
        assert {400, 401, 403, 404, 429, 503} <= statuses, (method, path)
        for status in statuses:
            if status >= 400:
                content = operation["responses"][str(status)]["content"]
                problem = {"schema": {"$ref": "#/components/schemas/ProblemBody"}}
                assert content == {"application/problem+json": problem}, (method, path, status)


def test_every_command_has_a_key_and_a_strict_body(description: Any) -> None:
    schemas = description["components"]["schemas"]
    for path, method, operation in operations(description):
        headers = {p["name"]: p for p in operation.get("parameters", ()) if p["in"] == "header"}
        if method == "get":
            assert "requestBody" not in operation, path
            assert "Idempotency-Key" not in headers, path
            continue
        name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1]
        assert schemas[name]["additionalProperties"] is False, (path, name)
        # Whether a device is there is a fact of this moment, and has no key.
        keyed = "Idempotency-Key" in headers and headers["Idempotency-Key"]["required"]
        assert keyed or (path, name) == (f"{BASE}studio/heartbeat", Empty.__name__), path


def test_every_schema_says_what_it_is(description: Any) -> None:
    for name, schema in description["components"]["schemas"].items():
        assert schema.get("description", "").strip(), name
