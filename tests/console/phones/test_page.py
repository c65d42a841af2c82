"""The page as it is served: small, and nobody's words or names are markup in it."""

from __future__ import annotations

import re

import msgspec
import pytest
from msgspec.structs import replace

from console.phones.page import FOLDER, PhonePage, squeezed
from tests.console.phones.live import opening

MOST_BYTES = 30_000


def test_a_page_in_two_requests_of_thirty_kilobytes_unpacked() -> None:
    page = PhonePage(opening())
    assert len(page.html.plain) + len(page.script.plain) <= MOST_BYTES


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("  a = b - 1;\n", "a=b-1;"),
        ("// why\n\n  f('a = b', \"it's\");", "f('a = b',\"it's\");"),
        ("return -x;", "return-x;"),
        ("if (a) {\n  b(\n    c, d);\n}\ne();", "if(a){b(c,d)}e();"),
        ("if (a) b(); else if (c) d();", "if(a)b();else if(c)d();"),
    ],
)
def test_what_only_authors_read_goes(text: str, short: str) -> None:
    assert squeezed(text, "-+=:;,{}()") == short


def test_in_the_script_comments_have_lines_of_their_own() -> None:
    """Ends of lines go: what stood behind such a comment would be one too."""
    lines = (FOLDER / "app.js").read_text(encoding="utf-8").splitlines()
    assert lines
    for line in lines:
        code = re.sub(r"'[^']*'", "", line)
        assert code.strip().startswith("//") or "//" not in code, line


def test_a_style_keeps_the_spaces_that_mean_something() -> None:
    assert squeezed("a > b, #c * { x: 1px 2px; }", ":;,{}>") == "a>b,#c *{x:1px 2px}"


def test_words_that_are_markup_stay_words() -> None:
    words = {"en": {"title": "</script><script>alert(1)</script>"}}
    html = PhonePage(replace(opening(), words=words)).html.plain.decode()
    assert html.count("</script>") == 2


def test_who_looks_on_can_tell_another_tables_page() -> None:
    """A page that stood open while the table was changed begins anew."""
    made = [
        msgspec.json.decode(PhonePage(page).art)["made"]
        for page in (opening(), opening(), replace(opening(), art={"x": "<path/>"}))
    ]
    assert made[0] == made[1] != made[2]
