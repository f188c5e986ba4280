"""Log lines say on whose behalf, a request's id goes from header to lines to header, and credentials are masked."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from celery import shared_task
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import path

from tests.support import office
from tests.support.house import House
from tests.support.written import Written, written
from wagering.project.monitoring.context import REQUEST
from wagering.project.monitoring.logs import JsonLines, ReadableLines
from wagering.project.monitoring.masking import mask
from wagering.project.monitoring.requests import RequestMonitor

log = logging.getLogger("tests.logs")

SECRET = hashlib.sha256(b"nobody knows").hexdigest()
MIXED = "Zk3vQ9xB7mWcT1yRfL5nJ8dHsG2pA6uEoXiK0qVb4zM"
NAME = "test_a_name_of_a_function_that_is_rather_long_1"
Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the process has logged since, as JSON."""
    with written(JsonLines()) as found:
        yield lambda: [json.loads(line) for line in found]


def whisper(request: HttpRequest, number: int) -> HttpResponse:
    log.info("in the view")
    return HttpResponse(REQUEST.get())


async def murmur(request: HttpRequest) -> HttpResponse:
    await asyncio.sleep(0.01)
    log.info("in the view")
    return HttpResponse(REQUEST.get())


def fail(request: HttpRequest) -> HttpResponse:
    raise ValueError(f"Bearer {SECRET}")


urlpatterns = [
    path("whisper/<int:number>", whisper, name="whisper"),
    path("murmur", murmur, name="murmur"),
    path("fail", fail, name="fail"),
]
here = override_settings(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["testserver"])


@here
def test_an_id_goes_from_header_to_lines_to_header(lines: Lines) -> None:
    response = Client().get("/whisper/7?token=abcdef123456", headers={"X-Request-ID": "caller-0001"})
    assert response["X-Request-ID"] == response.content.decode() == "caller-0001"
    inside, access = lines()
    assert (inside["message"], inside["request_id"]) == ("in the view", "caller-0001")
    duration = access.pop("duration_ms")
    assert 0 < duration < 5_000
    assert access.pop("time").endswith("Z")
    assert access == {
        "level": "INFO", "logger": "wagering.requests", "message": f"GET whisper 200 {duration:.1f} ms",
        "request_id": "caller-0001", "method": "GET", "route": "whisper", "audience": "anybody", "status": 200,
        "actor": "",
    }  # fmt: skip
    assert REQUEST.get() == ""


@here
@pytest.mark.parametrize("given", ["", "short", "x" * 40, "new\tline-in-it", "space in it", "'; drop table", SECRET])
def test_a_strange_id_is_replaced(given: str, lines: Lines) -> None:
    made = Client().get("/whisper/7", headers={"X-Request-ID": given})["X-Request-ID"]
    assert uuid.UUID(hex=made).version == 4
    assert {line["request_id"] for line in lines()} == {made}


@here
def test_on_the_event_loop_each_has_its_own(lines: Lines) -> None:
    async def ask(number: int) -> tuple[str, str]:
        response = await AsyncClient().get("/murmur", headers={"X-Request-ID": f"request-{number}"})
        return response["X-Request-ID"], response.content.decode()

    async def all_of_them() -> list[tuple[str, str]]:
        return await asyncio.gather(*map(ask, range(20)))

    assert asyncio.run(all_of_them()) == [(f"request-{number}",) * 2 for number in range(20)]
    assert sorted(line["request_id"] for line in lines() if line["logger"] == "tests.logs") == sorted(
        f"request-{number}" for number in range(20)
    )
    assert [line["route"] for line in lines() if line["logger"] == "wagering.requests"] == ["murmur"] * 20


def test_a_client_that_hangs_up_is_noted(lines: Lines) -> None:
    async def never(_: HttpRequest) -> HttpResponse:
        raise asyncio.CancelledError

    async def ask() -> None:
        request = HttpRequest()
        request.method, request.path = "GET", "/api/v1/stream/table"
        with pytest.raises(asyncio.CancelledError):
            await RequestMonitor(never)(request)  # type: ignore[misc]

    asyncio.run(ask())
    (line,) = lines()
    assert (line["status"], line["audience"], line["route"]) == (499, "stream", "unknown")


@here
def test_an_error_is_one_line_with_its_traceback_masked(lines: Lines) -> None:
    response = Client(raise_request_exception=False).get("/fail?token=abcdef123456")
    assert response.status_code == 500
    error, access = lines()
    assert "Traceback" in error["exc_info"]
    assert "ValueError: Bearer ***" in error["exc_info"]
    assert error["request_id"] == access["request_id"] == response["X-Request-ID"]
    # Django hands its records the whole request, whose representation has the query in it.
    assert not [line for line in lines() if "abcdef123456" in json.dumps(line) or SECRET in json.dumps(line)]


@pytest.mark.database
def test_who_it_was(lines: Lines) -> None:
    user = office.person()
    office.client(user).get("/admin/")
    Client(SERVER_NAME="localhost").get("/admin/")
    access = [line for line in lines() if line["logger"] == "wagering.requests"]
    assert [(line["actor"], line["audience"]) for line in access] == [
        (f"staff:{user.username}", "office"),
        ("", "office"),
    ]


@pytest.mark.database
def test_a_command_and_its_round(lines: Lines, run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(run_id)
    table, player, round_id = house.seated_round("T")
    monkeypatch.setattr("wagering.dispatch.pipeline._consequences", lambda _: log.info("in the command"))
    assert house.bet(table, player, 3, 1_000).code == "bets_closed"
    log.info("behind it")
    inside, behind = (line for line in lines() if line["logger"] == "tests.logs")
    assert (inside["role"], inside["kind"], inside["correlation"]) == ("player", "rounds.place_bet", round_id)
    assert inside["key"].startswith(f"{run_id}/")
    assert not {"role", "kind", "key", "correlation"} & behind.keys()


@shared_task(name="tests.logs.speak")
def speak() -> None:
    log.info("in the task")


def test_a_task(lines: Lines) -> None:
    task_id = str(uuid.uuid4())
    speak.apply(task_id=task_id)
    (line,) = (line for line in lines() if line["logger"] == "tests.logs")
    assert (line["task"], line["task_id"]) == ("tests.logs.speak", task_id)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"Authorization: Bearer d-0123456789abcdef01234567.{SECRET}", "Authorization: Bearer ***"),
        (f"{{'Authorization': 'Bearer {SECRET}'}}", "{'Authorization': 'Bearer ***'}"),
        (f"WAGERING-HMAC-SHA256 key=k-1, signature={SECRET}", "WAGERING-HMAC-SHA256 key=k-1, signature=***"),
        (f"s-0123456789abcdef01234567.{SECRET} is not valid", "s-0123456789abcdef01234567.*** is not valid"),
        ("GET /stream?token=abcdef123456&table=T1", "GET /stream?token=***&table=T1"),
        ('{"password": "correct-horse"}', '{"password": "***"}'),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-def", "***"),
        (f"the key {MIXED} was found", "the key *** was found"),
        # What is no credential stays: ids, hashes in short, names of tests, sentences about credentials.
        ("the token is missing", "the token is missing"),
        ("7d3fb9d6c1a24b27a8a1c3a9d0f4e5b6", "7d3fb9d6c1a24b27a8a1c3a9d0f4e5b6"),
        (NAME, NAME),
        ("round T1.R1 of table/T1, seat 3", "round T1.R1 of table/T1, seat 3"),
    ],
)  # fmt: skip
def test_what_looks_like_a_credential_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@pytest.mark.parametrize("formatter", [JsonLines(), ReadableLines()], ids=["json", "line"])
def test_no_way_around_the_mask(formatter: logging.Formatter) -> None:
    handler = Written(formatter)
    logger = logging.getLogger(f"tests.mask.{id(handler)}")
    logger.addHandler(handler)
    headers: Mapping[str, str] = {"Authorization": f"Bearer {MIXED}", "X-Signature": SECRET}
    logger.info("headers %s", headers)
    logger.info(headers)
    logger.info('said "Bearer %s"', MIXED, extra={"actor": SECRET, "request": headers})
    token = REQUEST.set(SECRET)
    try:
        raise ValueError(headers)
    except ValueError:
        logger.exception("with a stack", stack_info=True)
    finally:
        REQUEST.reset(token)
    assert len(handler.lines) == 4
    assert not [line for line in handler.lines if SECRET in line or MIXED in line]
    if isinstance(formatter, JsonLines):
        assert all({"time", "level", "logger", "message"} <= json.loads(line).keys() for line in handler.lines)
