"""A café's messenger to its league: what waits goes out until it is answered."""

from __future__ import annotations

import asyncio
import http.client
import re
import ssl
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from console.desk.league.sending import LeagueMembership, LeagueSending
from console.link.league import MOST_RESULTS, LeagueResult
from console.link.messages import ResultAnswer, read_as
from console.web.guards import RefusalWord
from drivers.errors import ConfigError, Sentence
from drivers.reasons import reason_of

PATIENCE_S: Final = 10.0
EVERY_S: Final = 5.0
AWAY_S: Final = 30.0
MOST_ANSWER: Final = 1 << 20
PATH: Final = "/league/results"
_ANSWERS: Final = msgspec.json.Decoder(list[ResultAnswer])
_REFUSES: Final = Sentence("it refuses ({word})")
_STATUS: Final = Sentence("it answers with status {status}")
_INSECURE: Final = Sentence("no secure connection with it ({why})")
_OTHER: Final = Sentence("it answers something else")
Send = Callable[[LeagueMembership, Sequence[LeagueResult]], list[ResultAnswer]]


class LeagueAway(Exception):
    """The league's desk does not answer, or refuses in one word (``unknown``: a token that is none
    any more); ``why`` says so. Stays inside ``console.desk`` and its commands."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(why)
        self.why = why


def checked_address(typed: str) -> str:
    """An address as it is kept: ``http://HOST:PORT`` or ``https://HOST``. Raises ConfigError."""
    address = typed if "://" in typed else f"http://{typed}"
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        if sound and parts.netloc.isascii() and not parts.path.strip("/") and not parts.query:
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:  # a port that is none, a bracket
        pass
    raise ConfigError(
        "{typed!r} is no address of a league: give http://HOST:PORT or https://HOST", typed=typed
    )


def checked_token(typed: str) -> str:
    """A token as `league admit` told it. Raises ConfigError."""
    if not re.fullmatch(r"[0-9a-f]+", typed):
        raise ConfigError(
            "{typed!r} is no token: give the one that `khvatka league admit` told", typed=typed
        )
    return typed


def send(membership: LeagueMembership, results: Sequence[LeagueResult]) -> list[ResultAnswer]:
    """One message over the network. Raises LeagueAway."""
    parts = urlsplit(membership.address)
    secure = parts.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=PATIENCE_S)
    headers = {
        "Authorization": f"Bearer {membership.token}",
        "Origin": membership.address,
        "Content-Type": "application/json",
    }
    try:
        connection.request("PUT", PATH, msgspec.json.encode(results), headers)
        answer = connection.getresponse()
        body = answer.read(MOST_ANSWER)
        if answer.status != 200:
            word = body.decode("utf-8", "replace")
            if word in {*RefusalWord}:
                raise LeagueAway(_REFUSES.of(word=word))
            raise LeagueAway(_STATUS.of(status=answer.status))
        answers = read_as(_ANSWERS, body)
    except ssl.SSLError as error:  # its number is OpenSSL's, not the system's
        raise LeagueAway(_INSECURE.of(why=str(error))) from None
    except OSError as error:
        raise LeagueAway(reason_of(error)) from None
    except (http.client.HTTPException, ValueError):
        raise LeagueAway(_OTHER) from None
    finally:
        connection.close()
    if [a.id for a in answers] != [r.id for r in results]:
        raise LeagueAway(_OTHER)
    return answers


def deliver(sending: LeagueSending, send_: Send = send) -> int:
    """One round: what waits goes out; how many were answered. Raises LeagueAway."""
    membership = sending.membership()
    waiting = sending.waiting() if membership is not None else []
    if membership is None or not waiting:
        return 0
    sending.answered(waiting, send_(membership, waiting))
    return len(waiting)


class LeagueSender:
    """A desk's own, beside all else that it does."""

    def __init__(self, sending: LeagueSending) -> None:
        self._sending = sending

    def step(self) -> float:
        """What waits goes out, as much as goes into one message; seconds until the next."""
        try:
            sent = deliver(self._sending)
        except LeagueAway:
            return AWAY_S
        return 0 if sent == MOST_RESULTS else EVERY_S

    async def run(self) -> None:
        """Until it is cancelled. A database that is away comes back."""
        while True:
            try:
                rest_s = await asyncio.to_thread(self.step)
            except sa.exc.DBAPIError:
                rest_s = AWAY_S
            await asyncio.sleep(rest_s)
