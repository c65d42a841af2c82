"""A form as it was posted, with a file or without."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from urllib.parse import parse_qsl

from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from console.desk.web.desk_web import most_bytes
from console.desk.web.form import Form
from console.web.guarded import body_of
from console.web.guards import RefusalWord, WebRefusal


async def posted(request: Request) -> Form:
    """What was posted. Raises WebRefusal."""
    most = most_bytes(request.url.path)
    if int(request.headers.get("content-length") or 0) > most:  # nobody waits for all that
        raise WebRefusal(RefusalWord.SIZE)
    body = await body_of(request, most)
    kind = request.headers.get("content-type", "")
    if kind.startswith("multipart/form-data"):
        return await _multipart(request, body)
    try:
        fields = parse_qsl(
            body.decode(), keep_blank_values=True, max_num_fields=20_000, errors="strict"
        )
    except ValueError:
        raise WebRefusal(RefusalWord.NONSENSE) from None
    return Form(fields)


async def _multipart(request: Request, body: bytes) -> Form:
    """A form with a file, whose name and content are fields like the others."""

    async def sent() -> AsyncGenerator[bytes, None]:
        yield body

    try:
        size = len(body)
        parsed = await MultiPartParser(
            request.headers, sent(), max_files=1, max_fields=100, max_part_size=size
        ).parse()
        fields: list[tuple[str, str]] = []
        for name, value in parsed.multi_items():
            if isinstance(value, str):
                fields.append((name, value))
            else:
                fields += [("file-name", value.filename or ""), (name, _text(await value.read()))]
        await parsed.close()
    except (MultiPartException, UnicodeDecodeError, KeyError):
        raise WebRefusal(RefusalWord.NONSENSE) from None
    return Form(fields)


def _text(content: bytes) -> str:
    """A file's text; of one that has none nothing, which whoever reads it tells."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return ""
