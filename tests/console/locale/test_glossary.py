"""One word for one thing: the catalogue holds none of the twins that the glossary forbids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from babel.messages.catalog import Message

from console.i18n import LOCALE_DIR
from tests.console.screens.catalogue import translation


class Address(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom texts speak to, and the words that speak to others."""

    name: str
    never: str
    within: tuple[str, ...] = ()
    but: tuple[str, ...] = ()


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing and its one word in either language; ``pair``: what the Russian text must hold where
    the English one names the thing."""

    en: str
    ru: str
    means: str
    never_en: str
    never_ru: str
    pair: str | None = None
    within: tuple[str, ...] = ()
    but: tuple[str, ...] = ()


class Glossary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    address: tuple[Address, ...]
    term: tuple[Term, ...]


GLOSSARY: Final = msgspec.toml.decode(
    (LOCALE_DIR / "glossary.toml").read_bytes(), type=Glossary, strict=True
)
MESSAGES: Final = [message for message in translation() if message.id]


def texts(of: object) -> list[str]:
    return [of] if isinstance(of, str) else [str(form) for form in of]  # type: ignore[attr-defined]


def belongs(message: Message, rule: Address | Term) -> bool:
    """Is one of the files that use a message among those that the rule is about?"""
    files = [place for place, _ in message.locations]
    meant = [f for f in files if not rule.within or f.startswith(rule.within)]
    return any(not rule.but or not f.startswith(rule.but) for f in meant)


def found(pattern: str, said: list[str]) -> list[str]:
    """The texts in which one of the words stands; nothing is found for an empty pattern."""
    words = re.compile(rf"\b(?:{pattern})(?!\w)", re.IGNORECASE)
    plain = [re.sub(r"`[^`]*`|{\w+}", " ", text) for text in said]
    return [text for text in plain if pattern and words.search(text)]


def twins(rule: Address | Term, messages: list[Message]) -> Iterator[str]:
    """All texts that say it in another word."""
    for message in messages:
        if not belongs(message, rule):
            continue
        if isinstance(rule, Address):
            yield from found(rule.never, texts(message.string))
            continue
        yield from found(rule.never_en, texts(message.id))
        yield from found(rule.never_ru, texts(message.string))
        named = rule.pair is not None and found(rf"{rule.en}s?", texts(message.id))
        if named and not all(re.search(rule.pair or "", t, re.I) for t in texts(message.string)):
            yield texts(message.string)[0]


@pytest.mark.parametrize("rule", GLOSSARY.address, ids=lambda rule: rule.name)
def test_everybody_is_spoken_to_in_one_way(rule: Address) -> None:
    assert not list(twins(rule, MESSAGES))


@pytest.mark.parametrize("rule", GLOSSARY.term, ids=lambda rule: rule.en)
def test_a_thing_has_one_word(rule: Term) -> None:
    assert not list(twins(rule, MESSAGES))


@pytest.mark.parametrize("rule", GLOSSARY.term, ids=lambda rule: rule.en)
def test_the_one_word_is_used_and_is_no_twin_of_its_own(rule: Term) -> None:
    assert not found(rule.never_en, [rule.en])
    assert not found(rule.never_ru, [rule.ru])
    said = [t for m in MESSAGES for t in texts(m.id)]
    assert any(rule.en.split()[0] in text.lower() for text in said)


@pytest.mark.parametrize(
    ("en", "ru", "file"),
    [
        ("One symbol", "Один знак", "console/entries/chaos/pages.toml"),
        ("One sign", "Один символ", "console/entries/chaos/pages.toml"),
        ("The false grab", "Ошибка", "console/screens/texts.py"),
        ("Press ●", "Нажмите ●", "console/entries/chaos/lesson.toml"),
        ("Your card", "Ваша карта", "console/screens/iota/screen.py"),
        ("Your table", "Твой стол", "console/service/menu/root.py"),
        ("Reveal", "Вскрыть", "console/screens/elements/screen.py"),
        ("you open", "ты вскрываешься", "console/entries/elements/pages.toml"),
        ("the pad", "с пада", "console/screens/texts.py"),
    ],
)
def test_a_twin_is_found_wherever_it_hides(en: str, ru: str, file: str) -> None:
    message = Message(en, ru, locations=[(file, 0)])
    rules: tuple[Address | Term, ...] = (*GLOSSARY.address, *GLOSSARY.term)
    assert [hit for rule in rules for hit in twins(rule, [message])]


def test_a_form_of_a_plural_hides_nothing() -> None:
    plural = Message(("{n} symbol", "{n} symbols"), ("{n} символ", "{n} знака", "{n} знаков"))
    plural.locations = [("console/screens/texts.py", 0)]
    assert len([hit for rule in GLOSSARY.term for hit in twins(rule, [plural])]) == 2
