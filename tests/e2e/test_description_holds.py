"""The running interface against its own description: requests made from it, good and bad, by Schemathesis.

Every operation with its own kind of caller. No 5xx, no status, header, type or body that is not described, and nothing
accepted that the description forbids.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
import requests
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from requests.auth import AuthBase
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from tests.support import callers, staff, web
from tests.support.house import House
from wagering.access import commands as access
from wagering.tables.commands import MountShoe

pytestmark = [pytest.mark.database, pytest.mark.slow, pytest.mark.timeout(600)]

EXAMPLES: Final = int(os.environ.get("WAGERING_EXAMPLES", "12"))
"""Of each operation, half of them against the description."""
CHECKS: Final = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.missing_required_header,
    checks.unsupported_method,
    checks.allow_header_conformance,
]
RATES: Final = "player=9999:9999,studio=9999:9999,operator=9999:9999,staff=9999:9999,anonymous=9999:9999"


@pytest.fixture(scope="module")
def port(child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with web.serving({**child_env, "API_RATES": RATES}, root, tmp_path_factory.mktemp("web") / "web.log") as found:
        yield found


class Signed(AuthBase):
    """Signs what is really sent."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        body = request.body or b""
        raw = body.encode() if isinstance(body, str) else body
        path = request.path_url
        request.headers["Authorization"] = callers.signature(self.key, str(request.method), path, raw, request.headers)
        return request


class Bearer(AuthBase):
    """A device's or session's token."""

    def __init__(self, header: str) -> None:
        self.header = header

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Authorization"] = self.header
        return request


class Office(AuthBase):
    """The back office's session, with its CSRF token."""

    def __init__(self, member: staff.Staff) -> None:
        self.cookies = f"sessionid={member._client.cookies['sessionid'].value}; csrftoken={staff.TOKEN}"

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers["Cookie"] = self.cookies
        request.headers["X-CSRFToken"] = staff.TOKEN
        return request


class Everybody:
    """One caller of each audience, at a table that has a shoe."""

    def __init__(self, run: str) -> None:
        house = House(run)
        house.now = datetime.now(UTC)
        table = house.table("T", "virtual")
        house.must(f"studio:{table}", MountShoe(table=table, shoe=house.id("S"), source="virtual"))
        issue = access.IssueKey(operator=run)
        self.auth: dict[str, AuthBase | None] = {
            "operator": Signed(house.must(f"operator:{run}", issue).content["credential"]),
            "studio": Bearer(callers.device(house, table).header()),
            "player": Bearer(callers.player(house, house.player("ana", 1_000_000), table).header()),
            "staff": Office(staff.Staff("supervisor")),
            "stream": Bearer(callers.device(house, table).header()),
            "meta": None,
        }


def operations() -> list[Any]:
    described = SchemaGenerator().get_schema(request=None, public=True)
    # Credentials are ours to bring: a signature cannot be made up.
    refused = {"expected-statuses": [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 428, 429]}
    config = schemathesis.Config.from_dict(
        {"generation": {"with-security-parameters": False}, "checks": {"negative_data_rejection": refused}}
    )
    schema = schemathesis.openapi.from_dict(described, config=config)
    found = [result.ok() for result in schema.get_all_operations()]
    assert len(found) > 60
    return found


@pytest.fixture(scope="module")
def everybody(database: str) -> Everybody:
    return Everybody(f"fuzz-{uuid4().hex[:8]}")


@pytest.mark.parametrize("audience", ["operator", "studio", "player", "staff", "stream", "meta"])
def test_operations_of(audience: str, port: int, everybody: Everybody) -> None:
    mine = [one for one in operations() if one.definition.raw["tags"] == [audience]]
    assert mine
    for operation in mine:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            _try(operation, mode, f"http://127.0.0.1:{port}", everybody.auth[audience])


def _try(operation: Any, mode: GenerationMode, base: str, auth: AuthBase | None) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=max(1, EXAMPLES // 2), deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate],
    )  # fmt: skip
    def attempt(case: Any) -> None:
        if operation.definition.raw["tags"] == ["stream"]:
            _open(case, base, auth)
            return
        case.call_and_validate(base_url=base, auth=auth, checks=CHECKS)

    try:
        attempt()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # an operation without a parameter has nothing to be wrong in


def _open(case: Any, base: str, auth: AuthBase | None) -> None:
    """A stream has no end to wait for: only how it begins is looked at."""
    sent = case.as_transport_kwargs(base_url=base)
    with requests.request(**sent, auth=auth, stream=True, timeout=10) as answer:
        assert answer.status_code in (200, 400, 401, 403, 404, 405, 429), answer.text
