"""Is there internet? What phones and PCs ask when they join a Wi-Fi, and what they want to hear.

At the table's own access point every name is the table (deploy/image/hotspot.sh). One that hears
nothing leaves for another network, or opens a small browser that keeps no cookies: each hears that
all is well, and nothing else is said to who calls us by these names.
"""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

_APPLE: Final = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
_MOZILLA: Final = (
    '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)
_ANSWERS: Final = {
    # Android and ChromeOS: no content is what they want
    ("connectivitycheck.gstatic.com", "/generate_204"): "",
    ("connectivitycheck.android.com", "/generate_204"): "",
    ("clients3.google.com", "/generate_204"): "",
    ("www.google.com", "/generate_204"): "",
    ("www.google.com", "/gen_204"): "",
    ("play.googleapis.com", "/generate_204"): "",
    # iOS and macOS
    ("captive.apple.com", "/hotspot-detect.html"): _APPLE,
    ("captive.apple.com", "/"): _APPLE,
    ("www.apple.com", "/library/test/success.html"): _APPLE,
    # Windows
    ("www.msftconnecttest.com", "/connecttest.txt"): "Microsoft Connect Test",
    ("ipv6.msftconnecttest.com", "/connecttest.txt"): "Microsoft Connect Test",
    ("www.msftncsi.com", "/ncsi.txt"): "Microsoft NCSI",
    # Firefox, everywhere
    ("detectportal.firefox.com", "/success.txt"): "success\n",
    ("detectportal.firefox.com", "/canonical.html"): _MOZILLA,
}


def answer_to(host: str | None, path: str) -> Response | None:
    """The answer to who asks for that; None: it is no such question."""
    found = _ANSWERS.get(((host or "").lower(), path))
    if found is None:
        return None
    if not found:
        return Response(status_code=204)
    return Response(found, media_type="text/html" if found.startswith("<") else "text/plain")
