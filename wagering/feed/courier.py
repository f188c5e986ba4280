"""Posts deliveries over HTTP, many at once, and waits for no answer longer than ``SECONDS`` in all.

On a loop in a thread of its own, because the thread that has the database connection must not have one. A limit on the
whole of a delivery, which a client's time-outs for each read are not, is what keeps a receiver that answers drop by
drop from outlasting the lease.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from types import TracebackType
from typing import Final, NamedTuple, Self

import httpx

from games.kernel.ruleset import Rejected
from wagering.feed.targets import ForbiddenTargetError, Target, check_url, look_up

SECONDS: Final = 5.0
_READ: Final = 1_024


class Outcome(NamedTuple):
    """``error`` is empty if the receiver took it. ``answered``: its server was reached, whatever it said."""

    error: str
    answered: bool


class Courier:
    """A context manager: the loop lives inside."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="courier", daemon=True)
        # A connection is not kept: two names may lead to one address, and a certificate is checked for one of them.
        self._client = httpx.AsyncClient(
            timeout=SECONDS,
            follow_redirects=False,
            trust_env=False,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def post(self, url: str, headers: dict[str, str], body: bytes) -> Future[Outcome]:
        """On its way when this returns; the future never raises."""
        return asyncio.run_coroutine_threadsafe(self._post(url, headers, body), self._loop)

    async def _close(self) -> None:
        """Only an error of ours leaves something under way; it will be sent again."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self._client.aclose()

    async def _post(self, url: str, headers: dict[str, str], body: bytes) -> Outcome:
        try:
            async with asyncio.timeout(SECONDS):
                return await self._exchange(check_url(url), headers, body)
        except TimeoutError:
            return Outcome(f"no answer within {SECONDS:.0f} seconds", answered=False)
        except (ForbiddenTargetError, Rejected) as error:
            return Outcome(str(error), answered=False)
        except Exception as error:  # noqa: BLE001  (whatever a stranger's server makes a client raise)
            # Its type alone: messages may quote the address, and an address may hold a receiver's own secret.
            return Outcome(type(error).__name__, answered=False)

    async def _exchange(self, target: Target, headers: dict[str, str], body: bytes) -> Outcome:
        address = await look_up(target)
        host = f"[{address}]" if ":" in address else address
        request = self._client.build_request(
            "POST",
            f"{target.scheme}://{host}:{target.port}{target.path}",
            headers={**headers, "Host": target.authority},
            content=body,
            extensions={"sni_hostname": target.host},
        )
        response = await self._client.send(request, stream=True)
        try:
            async for _ in response.aiter_raw(_READ):
                break
        finally:
            await response.aclose()
        return Outcome("" if response.is_success else f"HTTP {response.status_code}", answered=True)
