from __future__ import annotations

import pytest

from sumscope.text import pipeline


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("en", "I don’t think U.S. firms' 3.5%", ["i", "don't", "think", "u.s", "firms", "3.5"]),
        ("en", "state-of-the-art e_mail", ["state", "of", "the", "art", "e", "mail"]),
        ("en", "1,000,000 9/11 4th.", ["1,000,000", "9", "11", "4th"]),
        ("pt", "Disse-lhe: segunda-feira, É ótimo!", ["disse-lhe", "segunda-feira", "é", "ótimo"]),
        ("pt", "Custa R$ 1.200,50 -- só.", ["custa", "r", "1.200,50", "só"]),
        ("pt", "guarda-chuva - sim", ["guarda-chuva", "sim"]),
        ("de", "Straße Ärger", ["straße", "ärger"]),
        ("el", "ΟΔΟΣ", ["οδος"]),
        ("zh", "今天 OK。", ["今", "天", "ok"]),
        ("ja", "データだ", ["デー", "タ", "だ"]),
        ("th", "ดีมาก", ["ดี", "ม", "า", "ก"]),
        ("hi", "हिन्दी में", ["हिन्दी", "में"]),
        ("ar", "كافّة الناس", ["كافّة", "الناس"]),
        ("fa", "می‌خواهم", ["می‌خواهم"]),
        ("ko", "한국어 말", ["한국어", "말"]),
        (None, "e\u0301te\u0301 co\u00adop", ["été", "coop"]),
        (None, "... !? — «»", []),
    ],
)
def test_words(lang: str | None, text: str, wanted: list[str]) -> None:
    assert pipeline(lang).words(text) == wanted


@pytest.mark.parametrize(
    ("lang", "text", "wanted"),
    [
        ("en", "I don't.", "I do n't ."),
        ("en", "We can’t pay Mr. O'Brien's $3.50!!", "We ca n’t pay Mr. O'Brien 's $ 3.50 !!"),
        ("en", "U.S. firms (50%)...", "U.S. firms ( 50 % ) ..."),
        ("en", "See http://a.b/c?d=1, me@x.com.", "See http://a.b/c?d=1 , me@x.com ."),
        ("en", "at 5:30 on 9/11 -- 10k", "at 5:30 on 9/11 -- 10k"),
        ("pt", "Disse-lhe que fazê-lo custa.", "Disse -lhe que fazê -lo custa ."),
        ("pt", "O Sr. João, na segunda-feira", "O Sr. João , na segunda-feira"),
        ("pt", "R$ 1.200,50 d'água", "R$ 1.200,50 d' água"),
        ("zh", "今天OK。", "今 天 OK 。"),
        (None, "l'été «a»", "l'été « a »"),
    ],
)
def test_tokens(lang: str | None, text: str, wanted: str) -> None:
    assert pipeline(lang).tokens(text) == wanted.split()
