"""Limits of rate over two real web processes: one bucket a caller, and nobody pays for another."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support import web
from tests.support.house import House
from wagering.access.commands import OpenSession, RegisterDevice
from wagering.access.secrets import token

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("live")]

BURST, RATE = 10, 2.0


@pytest.fixture(scope="module")
def ports(child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[int]]:
    rates = f"player={RATE}:{BURST},studio=50:100,operator=200:400,staff=20:60,anonymous=10:40"
    env, folder = {**child_env, "API_RATES": rates}, tmp_path_factory.mktemp("web")
    with web.serving(env, root, folder / "one.log") as one, web.serving(env, root, folder / "two.log") as two:
        yield [one, two]


def ask(port: int, path: str, bearer: str) -> tuple[int, int, dict[str, Any]]:
    """Status, Retry-After (0: none) and body."""
    headers = {"Authorization": f"Bearer {bearer}"}
    answer = httpx.get(f"http://127.0.0.1:{port}/api/v1{path}", headers=headers, timeout=30, trust_env=False)
    return answer.status_code, int(answer.headers.get("Retry-After", "0")), answer.json()


def test_both_processes_draw_from_one_bucket(ports: list[int], house: House) -> None:
    table = house.table("T")

    def session(name: str) -> str:
        asked = OpenSession(operator=house.run, player=house.player(name), tables=(table,))
        return token("session", house.must(f"operator:{house.run}", asked).content["credential"])

    asked = RegisterDevice(operator=house.run, table=table)
    device = token("device", house.must(f"operator:{house.run}", asked).content["credential"])
    ana, bo, at = session("ana"), session("bo"), f"/player/tables/{table}/view"
    began = time.monotonic()
    found = [ask(ports[number % 2], at, ana) for number in range(4 * BURST)]
    most = BURST + RATE * (time.monotonic() - began)
    passed = [status for status, _, _ in found].count(200)
    assert BURST <= passed <= most + 1
    refused = [(after, body) for status, after, body in found if status != 200]
    assert {(body["status"], body["code"]) for _, body in refused} == {(429, "too_many_requests")}
    assert {after for after, _ in refused} == {1}
    # Another player and the table's device are not touched, on either process.
    others = [ask(port, path, bearer) for port in ports for path, bearer in ((at, bo), ("/studio/table", device))]
    assert [status for status, _, _ in others] == [200] * 4
    time.sleep(1)
    assert [ask(port, at, ana)[0] for port in ports] == [200] * 2
