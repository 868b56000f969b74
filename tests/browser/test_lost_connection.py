"""Nothing is lost: offline, reload, closed tabs, two tabs at once, a page from disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench import Bench, topic, workbench, write_corpus
from checks import Opened, Visitor
from test_judge import state


@pytest.fixture(scope="module")
def bench(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("bench")
    corpus = write_corpus(folder / "flood.jsonl", topic("T1", 20))
    judges = ["ann", "bo", "cy", "di", "ed", "fay", "gus", "hal"]
    with workbench(folder, corpus, cluster={"judges": judges, "whole": True}) as made:
        yield made


def status(visitor: Visitor, name: str) -> None:
    visitor.page.locator(f".saved-mark[data-status={name}]").wait_for()


def placed(visitor: Visitor) -> int:
    made = state(visitor)
    return sum(len(c["items"]) for c in made["clusters"]) + len(made["aside"])


def test_offline_reload_and_back(browser: Any, bench: Bench) -> None:
    """Work goes on without a connection, over a reload too, and arrives once, in order."""
    with Visitor(browser, bench.judge("cluster", 0)) as visitor:
        page = visitor.page
        visitor.press("n", "Escape", "1", "1")
        visitor.saved()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()  # from here on the worker keeps the page
        page.locator(".cluster").wait_for()
        visitor.context.set_offline(True)
        visitor.press("x", "x")
        status(visitor, "offline")
        assert "Offline, kept here (2)" in page.locator(".saved-mark").inner_text()
        page.reload()
        page.locator(".cluster").wait_for()
        assert page.locator(".count").inner_text().startswith("5 of 20 placed")
        visitor.press("x", "Control+z", "1")
        status(visitor, "offline")
        visitor.context.set_offline(False)
        visitor.saved()
        assert placed(visitor) == 6
        page.reload()
        page.locator(".cluster").wait_for()
        visitor.saved()
        assert placed(visitor) == 6
        log = page.evaluate(
            "fetch('/api/tasks/' + location.pathname.split('/').pop() + '/log').then(a => a.json())"
        )
        assert [e["op"]["do"] for e in log["ops"]] == [
            *("new", "put", "put", "aside", "aside", "aside", "undo", "put")
        ]


def test_answer_lost_on_the_way_is_not_applied_twice(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 1)) as visitor:
        lost = []

        def lose(route: Any) -> None:
            if len(lost) < 2:
                lost.append(route.fetch().status)  # the server takes it, the page never hears
                route.abort()
            else:
                route.continue_()

        visitor.page.route("**/ops", lose)
        visitor.press("n", "Escape", "1", "x")
        status(visitor, "offline")
        visitor.saved()
        assert lost[0] == 200
        assert placed(visitor) == 3


def test_refused_operation_is_left_out_and_said(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 7)) as visitor:
        refused: list[int] = []

        def refuse(route: Any) -> None:
            ops = route.request.post_data_json["ops"]
            if not refused:
                refused.append(ops[0]["seq"])
                answer = {"error": "the sentence does not fit", "seq": ops[0]["seq"]}
                route.fulfill(status=422, json=answer)
            else:
                route.continue_()

        visitor.page.route("**/ops", refuse)
        visitor.press("x")
        visitor.page.get_by_text(
            "The server refused a change: the sentence does not fit"
        ).wait_for()
        assert visitor.page.locator(".count").inner_text().startswith("0 of 20 placed")
        visitor.press("x")
        visitor.saved()
        assert placed(visitor) == 1


def test_two_tabs_conflict_shows_what_differs(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 2)) as first:
        first.press("n")
        first.type("Common")
        first.press("Enter")
        first.saved()
        with Visitor(browser, bench.judge("cluster", 2)) as second:  # another machine
            second.page.locator(".cluster").wait_for()
            item = second.focused("data-item")
            first.press("1")
            first.saved()
            second.context.set_offline(True)  # both go at once, before the dialog takes the keys
            second.press("x", "x")
            second.context.set_offline(False)
            status(second, "conflict")
            dialog = second.page.locator("dialog")
            dialog.locator("tbody tr").first.wait_for()
            rows = [
                row.locator("th, td").all_inner_texts() for row in dialog.locator("tbody tr").all()
            ]
            assert [row[1:] for row in rows] == [
                ["set aside", "in “Common”"],
                ["set aside", "unsorted"],
            ]
            assert second.axe("dialog") == {}
            dialog.get_by_role("button", name="Keep both: mine on top").click()
            second.saved()
            made = state(second)
            assert len(made["aside"]) == 2
            assert item in made["aside"]
            # The other way round: the first tab has to choose now, and keeps only its own.
            first.context.set_offline(True)
            first.press("1")
            second.press("1")
            second.saved()
            first.context.set_offline(False)
            status(first, "conflict")
            first.page.get_by_role("button", name="Keep the other version").click()
            first.saved()
            assert state(first) == state(second)
            first.press("x")
            first.saved()
            second.press("u", "x")
            status(second, "conflict")
            second.page.get_by_role("button", name="Keep only mine").click()
            second.saved()
            second.page.locator("dialog").wait_for(state="detached")


def test_tabs_of_one_browser_follow_each_other(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 3)) as first:
        address = first.page.url
        with Visitor(browser, address, context=first.context) as second:
            second.page.locator(".card").first.wait_for()
            first.press("n", "Escape")
            first.saved()
            second.page.locator(".cluster").wait_for()
            second.press("x")  # the sentence that the other tab has put into the cluster
            second.saved()
            assert second.page.locator("dialog").count() == 0
            assert len(state(first)["aside"]) == 1
            first.page.locator("[data-zone=aside] .card").wait_for()


def test_work_of_a_closed_tab_is_taken_up(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 4)) as first:
        address = first.page.url
        first.page.route("**/ops", lambda route: route.abort())
        first.press("n", "Escape", "x")
        status(first, "offline")
        first.page.close()
        with Visitor(browser, address, context=first.context) as second:
            second.page.locator(".cluster").wait_for()
            second.saved()
            assert placed(second) == 2


def test_session_that_ended_keeps_the_work(browser: Any, bench: Bench) -> None:
    with Visitor(browser, bench.judge("cluster", 5)) as visitor:
        visitor.press("n", "Escape")
        visitor.saved()
        visitor.context.clear_cookies()
        visitor.press("x")
        status(visitor, "failed")
        assert "open your link again" in visitor.page.locator(".saved-mark").inner_text()
        visitor.page.goto(bench.judge("cluster", 5))
        visitor.page.locator(".cluster").wait_for()
        visitor.saved()
        assert placed(visitor) == 2


@pytest.fixture(scope="module")
def page_from_disk(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from sumscope.app.gold import page

    target = tmp_path_factory.mktemp("page") / "gus.html"
    page(bench.db, "gus", target)
    return target


def test_page_from_disk_keeps_and_gives_back(
    browser: Any, bench: Bench, page_from_disk: Path
) -> None:
    from sumscope.app.gold import import_

    with Opened(browser, page_from_disk) as opened:
        page = opened.page
        page.locator(".card").first.wait_for()
        for key in ("n", "Escape", "1", "x"):
            page.keyboard.press(key)
        page.locator(".saved-mark[data-status=local]").wait_for()
        page.reload()
        page.locator(".cluster").wait_for()
        assert "of 20 placed" in page.locator(".count").inner_text()
        page.get_by_role("button", name="Finish").click()
        page.get_by_role("button", name="Finish").last.click()
        page.get_by_text("Finished. Save").wait_for()
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Save answers").click()
        file = page_from_disk.parent / "answers.json"
        waiting.value.save_as(file)
        answers = json.loads(file.read_text("utf-8"))
        assert answers["format"] == "sumscope-answers"
        assert answers["judge"] == "gus"
        task = answers["tasks"][0]
        assert task["submitted"] is True
        assert [e["op"]["do"] for e in task["ops"]][:3] == ["new", "put", "aside"]
        assert opened.axe() == {}
        opened.check_quiet()
    taken = import_(bench.db, file)
    assert (taken.tasks, taken.notes) == (1, [])
    assert taken.operations == len(task["ops"])
    assert import_(bench.db, file).operations == 0  # once is enough
    with Visitor(browser, bench.judge("cluster", 6)) as visitor:
        visitor.page.get_by_role("button", name="Submitted").wait_for()
        assert placed(visitor) == 3
