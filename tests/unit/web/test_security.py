"""Every promise of the workbench about who may see and do what, on every route."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sumscope.web.application import ROUTES
from sumscope.web.context import FREE_TRIES, Throttle
from sumscope.web.routing import BODY

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(1)</script>",
    "</textarea><svg onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}} ${7*7} <%= 7 %>",
    "'; DROP TABLE op; --",
    '" OR "1"="1',
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(1)",
    "\tTAB=1",
    "\u202egnp.exe",
    "\u200b\u200d\ufeff",
    "\u0000nul",
    "\u2028line\u2029",
    "😀" * 50,
    "a" * 4000,
    "../../../../etc/passwd",
    "..\\..\\windows",
    "%00%0a%0d",
    "%s%n%x",
    "null",
    "__proto__",
    "constructor",
    "مرحبا بالعالم",
    "שלום",
    "\\u003cscript\\u003e",
    "&lt;b&gt; &amp;",
    "-- \n\r\n line",
    "]]>",
    "<!--",
    "--><b>",
    "<iframe src=//evil>",
    "<style>*{display:none}</style>",
    "<base href=//evil>",
    "<meta http-equiv=refresh content=0>",
    "<a href=javascript:alert(1)>x</a>",
    "onmouseover=alert(1)",
    *(f"<x{n} onclick=alert({n})>" for n in range(60)),
]


def address(path: str, bench: Any, task: str = "cluster") -> str:
    """A route with something real in its places."""
    filled = path.replace("{task}", bench.task(task, "bo"))
    filled = filled.replace("{project}", bench.projects[task].project)
    return re.sub(r"\{[^}]*\}", "ann", filled)


def call(client: Any, method: str, path: str) -> Any:
    return client.post(path, json={}) if method == "POST" else client.get(path)


def test_without_a_session_nothing_is_shown_by_any_route(bench: Any) -> None:
    stranger = bench.client()
    for route in ROUTES:
        answer = call(stranger, route.method, address(route.path, bench))
        if route.who == "anyone":
            assert "secret" not in answer.text
            assert "T1" not in answer.text
            continue
        assert answer.status_code == 401, route.path
        assert set(answer.json()) == {"error"}


@pytest.mark.parametrize("task", ["cluster", "rate"])
def test_a_judge_reaches_nothing_of_others_by_any_route(bench: Any, task: str) -> None:
    # Bo has worked and submitted; Ann has not submitted.
    bo, own = bench.judge(task, "bo"), bench.task(task, "bo")
    op = {"do": "note", "item": "1" if task == "rate" else "T1-d0.0", "text": "bo-was-here"}
    topic = bo.get(f"/api/tasks/{own}").json()["topic"]
    if topic is not None:
        op["item"] = f"{topic}-d0.0"
    sent = {"client": "b", "base": 0, "ops": [{"seq": 1, "op": op}]}
    assert bo.post(f"/api/tasks/{own}/ops", json=sent).status_code == 200
    bo.post(f"/api/tasks/{own}/submit")
    ann = bench.judge(task, "ann")
    for route in ROUTES:
        if route.path == "/api/logout":
            continue
        answer = call(ann, route.method, address(route.path, bench, task))
        for word in ("bo-was-here", "secret-one", '"bo"', bench.key(task, "bo")):
            assert word not in answer.text, route.path
        if route.who == "owner":
            assert answer.status_code == 403, route.path
        if "{task}" in route.path and route.who != "owner":
            assert answer.status_code == 404, route.path


@pytest.mark.parametrize("task", ["rate", "prefer"])
def test_systems_have_no_names_for_judges(bench: Any, task: str) -> None:
    judge, own = bench.judge(task), bench.task(task)
    texts = [
        judge.get(path).text
        for path in ("/api/me", "/api/tasks", f"/api/tasks/{own}", f"/api/tasks/{own}/log", "/work")
    ]
    item = {"do": "rate", "item": "1", "scale": "none", "value": 1}
    sent = {"client": "a", "base": 0, "ops": [{"seq": 1, "op": item}]}
    texts.append(judge.post(f"/api/tasks/{own}/ops", json=sent).text)
    texts.append(judge.post(f"/api/tasks/{own}/submit").text)
    others = judge.get(f"/api/tasks/{own}/others")
    assert others.status_code == 403
    assert not any("secret" in text for text in [*texts, others.text])
    page = judge.get(f"/api/tasks/{own}").json()
    assert [one["id"] for one in page["items"]] == [str(n + 1) for n in range(len(page["items"]))]


def test_others_are_shown_only_after_submitting(bench: Any) -> None:
    ann, own = bench.judge("cluster"), bench.task("cluster")
    topic = ann.get(f"/api/tasks/{own}").json()["topic"]
    bo = bench.judge("cluster", "bo")
    theirs = next(t["id"] for t in bo.get("/api/tasks").json() if t["topic"] == topic)
    sent = {
        "client": "b",
        "base": 0,
        "ops": [{"seq": 1, "op": {"do": "new", "cluster": "bo-was-here"}}],
    }
    bo.post(f"/api/tasks/{theirs}/ops", json=sent)
    assert ann.get(f"/api/tasks/{own}/others").status_code == 403
    ann.post(f"/api/tasks/{own}/submit")
    assert ann.get(f"/api/tasks/{own}/others").json() == []  # Bo has not submitted
    bo.post(f"/api/tasks/{theirs}/submit")
    assert "bo-was-here" in ann.get(f"/api/tasks/{own}/others").text


def test_guessed_ids_and_other_projects_are_unknown(bench: Any) -> None:
    ann = bench.judge("cluster")
    for name in ("0" * 24, "1", "..", "%2e%2e", "a" * 5000, bench.task("rate", "ann")):
        assert ann.get(f"/api/tasks/{name}").status_code == 404
        assert ann.get(f"/api/tasks/{name}/log").status_code == 404
    assert bench.owner.get("/api/projects/nope").status_code == 404


def test_the_owner_does_not_work_in_a_judges_name(bench: Any) -> None:
    owner, task = bench.owner, bench.task("cluster")
    sent = {"client": "o", "base": 0, "ops": [{"seq": 1, "op": {"do": "new", "cluster": "c"}}]}
    assert owner.post(f"/api/tasks/{task}/ops", json=sent).status_code == 403
    assert owner.post(f"/api/tasks/{task}/submit").status_code == 403
    assert owner.get(f"/api/tasks/{task}").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1:9999"},
        {"Host": "127.0.0.1.evil.example:8765"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_requests_from_elsewhere_are_refused_on_every_route(
    bench: Any, headers: dict[str, str]
) -> None:
    owner = bench.owner
    for route in ROUTES:
        body = {} if route.method == "POST" else None
        path = re.sub(r"\{[^}]*\}", "x", route.path)
        answer = owner.request(route.method, path, headers=headers, json=body)
        assert answer.status_code == 403, route.path


def test_changes_need_the_header(bench: Any) -> None:
    owner = bench.owner
    paths = [address(r.path, bench) for r in ROUTES if r.method == "POST"]
    for path in paths:
        assert owner.post(path, json={}, headers={"X-Sumscope": "0"}).status_code == 403, path
    del owner.headers["X-Sumscope"]
    for path in paths:
        assert owner.post(path, json={}).status_code == 403, path


def test_a_link_in_a_web_mail_is_refused_with_a_way_on(bench: Any) -> None:
    key = bench.key("cluster", "ann")
    answer = bench.client().get(f"/j/{key}", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert f'href="/j/{key}"' in answer.text
    assert (
        "<script"
        not in bench.client().get("/j/%3Cscript%3E", headers={"Sec-Fetch-Site": "cross-site"}).text
    )


PATHS = (
    "/",
    "/work",
    "/api/me",
    "/api/tasks",
    "/no",
    "/pages/no.js",
    "/pages/shared/dom.js",
    "/j/wrong",
)


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_policy(make_bench: Callable[..., Any], path: str) -> None:
    bench = make_bench()
    headers = bench.client().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] in ("no-store", "no-cache")
    assert "access-control-allow-origin" not in headers


def test_cookies_are_for_this_site_and_no_script(bench: Any) -> None:
    answer = bench.client().get(f"/j/{bench.key('cluster', 'ann')}")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert bench.key("cluster", "ann") not in cookie
    assert answer.headers["location"] == "/work"
    with bench.database.read() as connection:
        kept = connection.exec_driver_sql("SELECT token FROM session").scalars().all()
    token = cookie.partition("=")[2].partition(";")[0]
    assert token not in [one.lower() for one in kept]  # only a hash is kept


def test_pages_have_no_inline_script_or_style() -> None:
    from sumscope.report.bundle import pages

    for page in Path(str(pages())).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), page.name
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text), page.name


def test_bodies_are_bounded_and_must_be_json(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    path = f"/api/tasks/{task}/ops"
    kind = {"Content-Type": "application/json"}
    assert judge.post(path, content=b" " * (BODY + 1), headers=kind).status_code == 413

    def parts() -> Any:
        for _ in range(BODY // 1000 + 2):
            yield b" " * 1000

    assert judge.post(path, content=parts(), headers=kind).status_code == 413
    assert (
        judge.post(path, content=b"{}", headers={"Content-Type": "text/plain"}).status_code == 415
    )
    for raw in (
        b"{",
        b"\xff\xfe",
        b"[1, NaN]",
        b'{"a": 1, "a": 2}',
        b'"\\ud800"',
        b"[" * 100_000,
        b'{"client": "x"\x00}',
        b"1" * 5000,
    ):
        assert judge.post(path, content=raw, headers=kind).status_code == 400, raw[:20]


SHAPES: list[Any] = [
    [],
    "x",
    None,
    {},
    {"client": "c", "base": 0},
    {"client": "", "base": 0, "ops": []},
    {"client": "c" * 65, "base": 0, "ops": []},
    {"client": 3, "base": 0, "ops": []},
    {"client": "c", "base": -1, "ops": []},
    {"client": "c", "base": "0", "ops": []},
    {"client": "c", "base": True, "ops": []},
    {"client": "c", "base": 0, "ops": {}},
    {"client": "c", "base": 0, "ops": [3]},
    {"client": "c", "base": 0, "ops": [{"seq": 1}]},
    {"client": "c", "base": 0, "ops": [{"seq": 1, "op": []}]},
    {"client": "c", "base": 0, "ops": [{"seq": 2**60, "op": {"do": "undo"}}]},
    {"client": "c", "base": 0, "ops": [{"seq": 1, "op": {"do": "undo"}, "at": "now"}]},
    {"client": "c", "base": 0, "ops": [{"seq": n, "op": {"do": "undo"}} for n in range(1001)]},
    {"client": "c", "base": 0, "ops": [], "more": 1},
]


def test_requests_of_another_shape_are_refused(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    kind = {"Content-Type": "application/json"}
    for body in SHAPES:
        answer = judge.post(f"/api/tasks/{task}/ops", content=json.dumps(body), headers=kind)
        assert answer.status_code == 400, body
        assert set(answer.json()) == {"error"}


def test_hostile_strings_come_back_as_they_were_and_only_as_data(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    topic = judge.get(f"/api/tasks/{task}").json()["topic"]
    assert len(HOSTILE) >= 100
    ops: list[dict[str, Any]] = []
    for number, text in enumerate(HOSTILE):
        name = text[:60] + str(number)
        ops.append({"do": "new", "cluster": name})
        ops.append({"do": "label", "cluster": name, "text": text})
        ops.append({"do": "note", "cluster": name, "text": text})
    ops.append({"do": "note", "item": f"{topic}-d0.0", "text": HOSTILE[0]})
    entries = [{"seq": n, "op": op} for n, op in enumerate(ops, 1)]
    sent = {"client": HOSTILE[0], "base": 0, "ops": entries}
    assert judge.post(f"/api/tasks/{task}/ops", json=sent).status_code == 200
    shown = judge.get(f"/api/tasks/{task}")
    assert shown.headers["content-type"] == "application/json"
    state = shown.json()["state"]
    assert [c["label"] for c in state["clusters"]] == HOSTILE
    assert set(state["notes"].values()) == set(HOSTILE)
    judge.post(f"/api/tasks/{task}/submit")
    owner, here = bench.owner, f"/api/projects/{bench.projects['cluster'].project}"
    exported = [json.loads(line) for line in owner.get(f"{here}/export").text.split("\n")[:-1]]
    labels = [c["label"] for t in exported for c in t.get("covers", [{}])[0].get("clusters", [])]
    assert labels == HOSTILE
    assert (
        owner.get(f"{here}/export?format=csv")
        .headers["content-disposition"]
        .startswith("attachment")
    )
    page = owner.get(f"{here}/page?judge=ann")
    assert page.headers["content-disposition"].startswith("attachment")
    assert "<script>alert(1)" not in page.text
    for name in (HOSTILE[0], HOSTILE[1], HOSTILE[8], HOSTILE[23]):
        made = owner.post(f"{here}/judges", json={"name": name})
        assert made.status_code == 200
        assert name in [j["name"] for j in owner.get(here).json()["judges"]]
        saved = owner.get(f"{here}/page", params={"judge": name})
        assert "<script>alert(1)" not in saved.text
    for name in ("", " ", "a\nb", "\u0000", "x" * 101, "gold", "ann"):
        assert owner.post(f"{here}/judges", json={"name": name}).status_code in (400, 422)


def test_a_table_runs_nothing_in_a_spreadsheet(bench: Any) -> None:
    judge, task = bench.judge("cluster"), bench.task("cluster")
    topic = judge.get(f"/api/tasks/{task}").json()["topic"]
    ops = [
        {"do": "new", "cluster": "c", "items": [f"{topic}-d0.0"]},
        {"do": "label", "cluster": "c", "text": "=1+1"},
    ]
    sent = {"client": "c", "base": 0, "ops": [{"seq": n, "op": op} for n, op in enumerate(ops)]}
    judge.post(f"/api/tasks/{task}/ops", json=sent)
    path = f"/api/projects/{bench.projects['cluster'].project}/export?format=csv&judges=all"
    assert ",'=1+1," in bench.owner.get(path).text


def test_files_outside_the_pages_are_not_served(bench: Any) -> None:
    client = bench.client()
    for path in (
        "/pages/../web/server.py",
        "/pages/%2e%2e/web/server.py",
        "/pages/..%2fweb/server.py",
        "/pages/",
        "/pages",
    ):
        assert client.get(path).status_code in (307, 404, 405), path


def test_wrong_keys_slow_down(monkeypatch: pytest.MonkeyPatch, bench: Any) -> None:
    import sumscope.web.context as context

    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(context.asyncio, "sleep", sleep)
    client = bench.client()
    for _ in range(FREE_TRIES + 6):
        assert client.get("/j/0000").status_code == 403
    assert slept == sorted(slept)
    assert slept[0] == context.FIRST_DELAY
    assert slept[-1] == context.LONGEST_DELAY
    # A right key is not held up.
    before = len(slept)
    assert client.get(f"/j/{bench.key('cluster', 'ann')}").status_code == 303
    assert len(slept) == before


def test_too_many_who_wait_are_turned_away() -> None:
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    throttle = Throttle()
    throttle.wrong, throttle.waiting = 100, 50
    throttle._last = __import__("time").monotonic()
    # In a thread of its own: a browser test before this one may hold a running loop.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, throttle.wait()).result() is False


def test_a_token_is_for_one_launch(bench: Any) -> None:
    owner = bench.owner
    assert owner.get("/api/projects").status_code == 200
    bench.context.launch = "another"
    assert owner.get("/api/projects").status_code == 401
    assert bench.client().get("/o/wrong").status_code == 403


def test_the_password_opens_and_the_token_does_not(make_bench: Callable[..., Any]) -> None:
    bench = make_bench("cluster", password="right")
    client = bench.client()
    assert client.get(f"/o/{bench.context.token}").status_code == 403
    assert client.get("/api/me").json()["login"] == "password"
    assert client.post("/api/login", json={"password": "wrong"}).status_code == 403
    assert client.post("/api/login", json={"password": 3}).status_code == 400
    assert client.post("/api/login", json=[]).status_code == 400
    assert client.get("/api/projects").status_code == 401
    assert client.post("/api/login", json={"password": "right"}).status_code == 200
    assert client.get("/api/projects").status_code == 200
    assert client.post("/api/logout").status_code == 200
    assert client.get("/api/projects").status_code == 401


def test_a_stolen_judge_cookie_is_no_owner(bench: Any) -> None:
    judge = bench.judge("cluster")
    judge.cookies.set(
        "sumscope_owner", judge.cookies["sumscope_judge"], domain="127.0.0.1", path="/"
    )
    assert judge.get("/api/projects").status_code in (401, 403)
    owner = bench.client()
    owner.cookies.set("sumscope_judge", bench.owner.cookies["sumscope_owner"])
    assert owner.get("/api/tasks").status_code == 401
