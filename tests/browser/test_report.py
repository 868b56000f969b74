"""The report in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from checks import Opened

# One process makes the example that all of these look at.
pytestmark = pytest.mark.xdist_group("demo")

HOSTILE = "</template></script><script>alert(1)</script><img src=x onerror=alert(1)>'\"&$x$"
REACH = """
() => {
  const all = [...document.querySelectorAll("main :is(a[href], button, input, select, summary)")]
    .filter(e => !e.disabled && e.checkVisibility() && e.getAttribute("tabindex") !== "-1");
  const got = all.filter(e => {
    e.focus();
    return document.activeElement === e && e.tabIndex >= 0;
  });
  return [all.length, got.length];
}
"""


def all_open(page: Any) -> None:
    page.locator("h1").click()
    page.keyboard.press("o")
    page.locator(".sections > .part > details:not([open])").first.wait_for(state="detached")


@pytest.mark.parametrize(("width", "dark"), [(360, False), (360, True), (1920, False)])
def test_quiet_fitting_accessible(browser: Any, demo_page: Path, width: int, dark: bool) -> None:
    with Opened(browser, demo_page, width, dark) as opened:
        opened.check_fits()
        opened.check_accessible()
        all_open(opened.page)
        opened.check_quiet()
        opened.check_fits()
        opened.check_accessible()
        size = float(opened.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))
        assert size >= 15


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing(browser: Any, demo_page: Path, dark: bool) -> None:
    with Opened(browser, demo_page, dark=dark) as opened:
        all_open(opened.page)
        assert opened.axe() == {}
        opened.page.locator(".board .cell-open").first.click()
        assert opened.axe("dialog") == {}
        opened.page.locator("dialog .link").first.click()
        assert opened.axe("dialog") == {}
    with Opened(browser, demo_page.parent / "topics/00001.html", dark=dark) as opened:
        assert opened.axe() == {}


def test_axe_finds_what_is_wrong(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page.parent / "topics/00001.html") as opened:
        opened.page.evaluate(
            """() => {
              document.querySelector("main").insertAdjacentHTML("beforeend", "<img src='data:,'>");
              document.querySelector("h1").style.color = "#bbb";
              document.documentElement.removeAttribute("lang");
            }"""
        )
        assert set(opened.axe()) == {"image-alt", "color-contrast", "html-has-lang"}


def test_a_choice_is_followed_everywhere_and_kept_in_the_address(
    browser: Any, demo_page: Path
) -> None:
    from playwright.sync_api import expect

    with Opened(browser, demo_page) as opened:
        page = opened.page
        found = page.locator(".findings li").first
        assert "By rouge-2, extractor has the highest mean" in found.inner_text()
        assert "sorted by rouge-2, highest first" in page.locator(".board caption").inner_text()
        page.locator(".picker select").nth(0).select_option("growth-deviation")
        assert "By growth-deviation, drifter has the lowest mean" in found.inner_text()
        caption = page.locator(".board caption").inner_text()
        assert "sorted by growth-deviation ↓, lowest first" in caption
        first = page.locator(".board tbody tr").first
        assert "drifter" in first.inner_text()
        page.locator(".picker select").nth(1).select_option("pyramid")
        assert "follows pyramid" in page.locator(".findings li").nth(1).inner_text()
        # Out of view, so drawn when the browser has time.
        explore = page.locator(".explore")
        explore.get_by_text("pyramid against growth-deviation").first.wait_for(state="attached")
        page.locator(".picker select").nth(5).select_option("noise")
        page.get_by_text("Difference in growth-deviation from noise").first.wait_for()
        address = page.url
        assert "measure=growth-deviation" in address
        page.go_back()
        page.go_back()
        expect(page.locator(".picker select").nth(1)).to_have_value("responsiveness")
        page.goto("about:blank")
        page.goto(address)
        assert page.locator(".picker select").nth(0).input_value() == "growth-deviation"
        assert page.locator(".picker select").nth(1).input_value() == "pyramid"
        opened.check_quiet()


def test_people_are_apart_and_a_cell_leads_to_its_summaries(browser: Any, demo_page: Path) -> None:
    from playwright.sync_api import expect

    with Opened(browser, demo_page) as opened:
        page = opened.page
        rows = page.locator(".board tbody tr").all_inner_texts()
        rule = next(at for at, row in enumerate(rows) if row.strip() == "People")
        assert (rule, len(rows)) == (5, 10)
        cell = page.locator(".board tbody tr", has_text="lead").locator("button.cell-open").nth(1)
        cell.focus()
        assert "95% interval" in page.locator("[role=tooltip]").inner_text()
        page.keyboard.press("Enter")
        dialog = page.locator("dialog")
        values = [float(v) for v in dialog.locator("tbody td:nth-child(2)").all_inner_texts()]
        assert values == sorted(values)
        assert len(values) == 16
        assert "list=rouge-2&of=lead" in page.url
        # Beside each value: the mean of the topic, the place there, the first words.
        assert " of 5" in dialog.locator("tbody tr").first.inner_text()
        assert "rouge-2(stem=true" in dialog.locator("code").inner_text()
        dialog.locator(".link").first.click()
        dialog = page.locator(".reading-dialog")
        assert "system=lead" in page.url
        assert dialog.locator(".pane h3").first.inner_text() == "lead"
        assert dialog.locator("mark.in-reference").count() > 0
        assert "rouge-2" in dialog.locator(".scores").first.inner_text()
        before = page.url
        dialog.get_by_label("Previous topic").click()
        assert page.url != before
        dialog.get_by_label("Next system").click()
        assert dialog.locator(".pane h3").first.inner_text() == "drifter"
        dialog.locator("label", has_text="Compare with").locator("select").select_option("fluent")
        assert dialog.locator("mark.only").count() > 4
        opened.check_accessible()
        page.go_back()
        expect(dialog.locator("mark.only")).to_have_count(0)
        page.keyboard.press("Escape")
        assert not dialog.is_visible()
        # The reader lay on the list it was opened from; both are addresses.
        assert page.locator("dialog[open]").count() == 1
        page.keyboard.press("Escape")
        assert page.locator("dialog[open]").count() == 0
        assert "list=" not in page.url
        assert "topic=" not in page.url
        opened.check_quiet()


def test_the_reader_marks_what_is_asked_for(browser: Any, demo_page: Path) -> None:
    address = f"{demo_page.as_uri()}#topic=en-ferry&system=fluent"
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.goto("about:blank")
        page.goto(address)
        pane = page.locator("dialog .pane").first
        match = page.locator("dialog label", has_text="Match").locator("select")
        marked = {}
        for n in ("1", "2", "3", "4"):
            match.select_option(n)
            marks = pane.locator("mark.in-reference")
            marked[n] = sum(len(text.split()) for text in marks.all_inner_texts())
        assert marked["1"] > marked["2"] > marked["3"] > marked["4"] > 0
        assert "n=4" in page.url
        assert "four words in a row" in page.locator("dialog .legend").first.inner_text()
        page.reload()
        assert match.input_value() == "4"
        page.locator("dialog label", has_text="Mark").locator("select").select_option("novel")
        match.select_option("1")
        novel = pane.locator("mark.novel").all_inner_texts()
        # Words that no sentence of the source has; "lifeboats" is in it.
        assert "fleet" in " ".join(novel)
        assert "lifeboats" not in " ".join(novel)
        assert "mark=novel" in page.url
        topics = page.locator("dialog .topic-key").all_inner_texts()
        assert len(topics) == 4
        assert sum(int(text.split()[-2]) for text in topics) in range(98, 103)
        opened.check_quiet()


def test_sentences_and_their_sources_light_each_other(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.goto("about:blank")
        page.goto(f"{demo_page.as_uri()}#topic=en-meeting&system=A")
        link = page.locator("dialog .pane .source-link").first
        assert "linked by a judge" in (link.get_attribute("aria-label") or "")
        link.focus()
        lit = page.locator(".sentence.linked")
        assert lit.evaluate_all("all => all.map(e => e.dataset.id)") == ["m1.2", "m1.3", "m1.5"]
        back = lit.first.locator(".source-link")
        back.focus()
        assert page.locator(".pane p.linked").count() >= 1
        assert page.locator(".sentence.linked").count() == 1
        assert "those a judge linked it to" in page.locator("dialog .legend").first.inner_text()
        opened.check_quiet()


def test_a_baseline_measure_is_tested_against(browser: Any, demo_page: Path) -> None:
    rows = json.loads((demo_page.parent / "tables/correlation-tests.json").read_text())["rows"]
    wanted = {
        row["measure"]: row["corrected p"] < 0.05
        for row in rows
        if (row["baseline"], row["judgement"]) == ("rouge-l", "pyramid")
        and (row["level"], row["statistic"]) == ("summary", "pearson")
    }
    assert len(wanted) == 4
    assert any(wanted.values())
    query = "judgement=pyramid&level=summary&coefficient=pearson&against=rouge-l"
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.goto("about:blank")
        page.goto(f"{demo_page.as_uri()}#{query}")
        trust = page.locator("section", has=page.get_by_role("heading", name="Which measure"))
        found = {}
        for line in trust.locator("tbody tr").all():
            name = line.locator("th").inner_text().removesuffix(" ↓")
            cell = line.locator(".cell").first
            found[name] = cell.locator(".sign").count() == 1
            words = cell.get_attribute("aria-label") or ""
            assert "baseline" in name or "rouge-l (difference" in words
        assert found.pop("rouge-l baseline") is False
        assert found == wanted
        assert "Against rouge-l for pyramid" in trust.inner_text()
        opened.check_quiet()


def test_a_reader_finds_the_way(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.get_by_text("Contents", exact=True).click()
        names = page.locator(".contents .link").all_inner_texts()
        assert names[:3] == ["Leaderboard", "Which measure to trust", "Explore"]
        assert names[-1] == "How these numbers were made"
        page.get_by_role("button", name="Reliability of the judges").click()
        assert page.locator("#section-reliability").get_attribute("open") is not None
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
        # Columns are chosen, kept in the address, and what is left out is said.
        page.locator(".board summary").click()
        page.locator(".board .many-list label", has_text="rouge-su4").click()
        assert "rouge-su4" not in page.locator(".board thead").inner_text()
        assert "1 column not shown" in page.locator(".board").inner_text()
        page.reload()
        assert "rouge-su4" not in page.locator(".board thead").inner_text()
        # A copy for a paper keeps what is bold.
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator(".board").get_by_role("button", name="LaTeX").click()
        page.get_by_text("Copied as LaTeX.").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert "extractor & \\textbf{0.565} & \\textbf{0.310}" in copied
        # A system is lit everywhere.
        page.locator(".board tbody th", has_text="drifter").hover()
        assert page.locator(".explore .same").count() >= 2
        # A chart is saved as it looks.
        card = page.locator(".explore .card", has_text="Everyone against the baseline")
        with page.expect_download() as saved:
            card.get_by_role("button", name="Save chart").click()
        assert saved.value.suggested_filename == "Difference-in-rouge-2-from-lead.svg"
        root = ElementTree.fromstring(saved.value.path().read_text(encoding="utf-8"))
        texts = {e.text for e in root.iter("{http://www.w3.org/2000/svg}text")}
        assert {"drifter", "noise"} <= texts
        fills = {e.get("fill") for e in root.iter("{http://www.w3.org/2000/svg}circle")}
        assert len(fills) == 3  # systems, people, and hollow where there is no difference
        opened.check_quiet()


def test_an_extract_is_built_and_a_network_grows(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.locator("#section-oracles summary").first.click()
        page.locator("#section-oracles .link").first.click()
        bar = page.locator(".extract-bar")
        assert "the best possible extract" in bar.inner_text()
        bar.get_by_role("button", name="Clear").click()
        assert "0 sentences, 0 % of the best" in bar.inner_text()
        assert "extract=none" in page.url
        first = page.locator(".sentence-button").first
        first.press("Enter")
        assert first.get_attribute("aria-pressed") == "true"
        assert "1 sentence, " in bar.inner_text()
        address = page.url
        assert "extract=0" in address
        for _ in range(9):
            bar.get_by_role("button", name="Add the most").click()
        words = bar.locator(".figures").last.inner_text().split(" of ")
        assert 0 < int(words[0]) <= int(words[1])
        assert opened.axe("dialog") == {}
        page.keyboard.press("Escape")
        assert "extract=" not in page.url
        page.goto("about:blank")
        page.goto(address)
        assert "1 sentence, " in page.locator(".extract-bar").inner_text()
        page.keyboard.press("Escape")
        page.locator("#section-growth summary").first.click()
        growing = page.locator(".growing")
        slider = growing.locator("input[type=range]")
        assert growing.locator("mark.unread").count() == 0
        slider.focus()
        page.keyboard.press("Home")
        assert "after 0 associations" in growing.locator("[role=status]").inner_text()
        page.keyboard.press("ArrowRight")
        assert growing.locator("mark.unread").count() > 1
        assert growing.locator("mark.joins").count() == 2
        chart = growing.locator("svg").bounding_box()
        assert chart is not None
        page.mouse.move(chart["x"] + chart["width"] - 20, chart["y"] + 60)
        assert growing.locator("mark.unread").count() == 0
        opened.check_quiet()


def waiting(page: Any) -> int:
    return int(page.locator("[aria-busy=true]").count())


def held(page: Any) -> None:
    """Open the page with a browser that never has time for what is out of view."""
    page.add_init_script("window.requestIdleCallback = () => 0;")
    page.reload()


def test_parts_out_of_view_are_drawn_when_they_are_reached(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        held(page)
        last = page.locator(".explore .card", has_text="Worst summaries")
        assert last.locator("table").count() == 0
        assert last.get_attribute("aria-busy") == "true"
        # It has its room already: what stands below it does not move far.
        before = page.locator(".sections").bounding_box()
        page.locator(".picker select").nth(0).select_option("rouge-1")
        assert last.locator("table").count() == 0
        last.scroll_into_view_if_needed()
        last.get_by_text("worst of 80 summaries by rouge-1").wait_for()
        assert last.get_attribute("aria-busy") is None
        # The browser says in the frame after what has left the view.
        page.evaluate(
            """() => new Promise((done) => { scrollTo(0, 0);
              requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))); })"""
        )
        after = page.locator(".sections").bounding_box()
        assert before is not None
        assert after is not None
        assert abs(before["y"] - after["y"]) < 250
        # Drawn before, out of view now: it follows a choice when it is seen again.
        page.locator(".picker select").nth(0).select_option("rouge-2")
        assert "by rouge-1" in last.inner_text()
        assert last.get_attribute("aria-busy") == "true"
        last.scroll_into_view_if_needed()
        last.get_by_text("worst of 80 summaries by rouge-2").wait_for()
        opened.check_quiet()


def test_what_was_never_seen_is_drawn_on_paper(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        held(page)
        page.locator(".picker select").nth(0).select_option("rouge-1")
        assert waiting(page) > 3
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert waiting(page) == 0
        cards = page.locator(".explore .card")
        for at in range(cards.count()):
            assert "rouge-1" in cards.nth(at).text_content()
            assert cards.nth(at).locator("svg, table").count() > 0
        opened.check_quiet()


def test_a_section_that_was_closed_shows_the_new_choice(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        pairs = page.locator("#section-pairs")
        pairs.locator("summary").first.click()
        pairs.get_by_text("the row beats the column, by rouge-2").wait_for()
        pairs.locator("summary").first.click()
        page.locator(".picker select").nth(0).select_option("rouge-1")
        page.locator(".explore [aria-busy=true]").first.wait_for(state="detached")
        pairs.locator("summary").first.click()
        pairs.get_by_text("the row beats the column, by rouge-1").wait_for()


def test_everything_is_drawn_without_scrolling_when_there_is_time(
    browser: Any, demo_page: Path
) -> None:
    from playwright.sync_api import expect

    with Opened(browser, demo_page) as opened:
        expect(opened.page.locator("[aria-busy=true]")).to_have_count(0)
        cards = opened.page.locator(".explore .card")
        found = cards.evaluate_all("all => all.map(e => e.querySelectorAll('svg, table').length)")
        assert len(found) == 6
        assert min(found) > 0


def test_the_page_says_what_python_says(browser: Any, demo_page: Path) -> None:
    """Packed numbers, ranks and orders of the page against the files beside it and scipy."""
    import csv

    from playwright.sync_api import expect
    from scipy.stats import spearmanr

    with (demo_page.parent / "tables/summaries.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["rouge-2"] and row["responsiveness"]]
    rho = spearmanr(
        [round(float(r["rouge-2"]), 4) for r in rows], [float(r["responsiveness"]) for r in rows]
    ).statistic
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.locator(".explore").scroll_into_view_if_needed()
        card = page.locator(".explore .card").first
        said = card.get_by_text("Spearman's rho").inner_text()
        assert said.startswith(f"Spearman's rho {rho:.2f} over {len(rows)} summaries")
        page.locator("#section-readings summary").first.click()
        shown = page.locator("#section-readings tbody tr")
        expect(shown).to_have_count(16 * 9)
        # A whole drawing chosen lists every summary in it.
        card.scroll_into_view_if_needed()
        chart = card.locator("svg").bounding_box()
        assert chart is not None
        page.mouse.move(chart["x"] + 53, chart["y"] + 29)
        page.mouse.down()
        page.mouse.move(chart["x"] + chart["width"], chart["y"] + chart["height"])
        page.mouse.up()
        card.get_by_text(f"{len(rows)} summaries in the region").wait_for()
        assert card.locator("tbody tr").count() == len(rows)


def test_all_rows_are_on_paper(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.locator(".sections details:not([open])").count() == 0
        summaries = page.locator("table", has=page.locator("caption", has_text="Every summary"))
        assert summaries.locator("tbody tr").count() == 16 * 9
        pairs = page.locator("#section-oracles table", has_text="Oracles of every topic")
        assert pairs.locator("tbody tr").count() == 16
        boxes = page.locator(".table-box").evaluate_all(
            "all => all.filter(e => e.scrollHeight > e.clientHeight + 2).length"
        )
        assert boxes == 0


def test_everything_can_be_reached_by_keyboard(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        all_open(page)
        wanted, reached = page.evaluate(REACH)
        assert reached == wanted > 100
        dot = page.locator(".explore circle.mark[tabindex='0']").first
        dot.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        assert page.locator("dialog .pane").count() > 0


def test_topic_pages_stand_alone(browser: Any, demo_page: Path) -> None:
    for path in sorted((demo_page.parent / "topics").iterdir())[:2]:
        with Opened(browser, path, 360) as opened:
            assert opened.page.locator(".pane").count() > 2
            opened.page.get_by_label("Next system").click()
            assert "system=" in opened.page.url
            opened.check_quiet()
            opened.check_fits()
            opened.check_accessible()


def test_hostile_text_runs_nothing(browser: Any, tmp_path: Path) -> None:
    from sumscope.app.study import study

    texts = [f"The ferry sank {HOSTILE}", "It was night.", "A boat came to the ferry."]
    topics = [
        {
            "id": f"{n}{HOSTILE}",
            "lang": "en",
            "documents": [{"id": HOSTILE, "sentences": texts}],
            "references": [{"id": HOSTILE, "text": texts[0]}],
            "peers": [{"id": f"{p}{HOSTILE}", "text": f"{texts[p % 3]} {p}"} for p in range(8)],
            "judgements": {f"{p}{HOSTILE}": {HOSTILE: p + n} for p in range(8)},
            "covers": [
                {
                    "judge": f"{j}{HOSTILE}",
                    "clusters": [{"label": HOSTILE, "items": [f"{HOSTILE}.{j}", f"{HOSTILE}.2"]}],
                }
                for j in (0, 1)
            ],
        }
        for n in (1, 2)
    ]
    corpus = tmp_path / "<img src=x onerror=alert(1)>.jsonl".replace("/", "")
    corpus.write_text("".join(json.dumps(t) + "\n" for t in topics), encoding="utf-8")
    made = study(corpus, tmp_path / "out", ["rouge-1"], resamples=100, title=HOSTILE)
    scripts = "[...document.scripts].filter(s => s.type !== 'application/json').length"
    with Opened(browser, Path(made.page), 360) as opened:
        page = opened.page
        all_open(page)
        page.locator("#section-readings .link").first.click()
        assert page.locator("dialog .pane").count() > 1
        opened.check_quiet()
        opened.check_fits()
        assert page.locator("img").count() == 0
        assert page.evaluate(scripts) == 1
        page.keyboard.press("Escape")
        assert opened.axe() == {}
        assert HOSTILE in page.title()
    for path in (tmp_path / "out/topics").iterdir():
        with Opened(browser, path) as opened:
            opened.check_quiet()
            assert opened.page.evaluate(scripts) == 1


def test_two_systems_are_compared_topic_by_topic(browser: Any, demo_page: Path) -> None:
    import csv

    with (demo_page.parent / "tables/summaries.csv").open(encoding="utf-8") as file:
        held_ = {(r["topic"], r["peer"]): float(r["rouge-2"]) for r in csv.DictReader(file)}
    topics = {topic for topic, _ in held_}
    gaps = {topic: held_[topic, "fluent"] - held_[topic, "lead"] for topic in topics}
    with Opened(browser, demo_page) as opened:
        page = opened.page
        card = page.locator(".explore .card", has_text="Everyone against the baseline")
        card.scroll_into_view_if_needed()
        row = card.locator("tbody tr", has_text="fluent")
        row.wait_for()
        assert "▲ better" in row.inner_text()
        assert "▼ worse" in card.locator("tbody tr", has_text="noise").inner_text()
        row.get_by_role("button").click()
        dialog = page.locator("dialog")
        better = sum(gap > 0 for gap in gaps.values())
        worse = sum(gap < 0 for gap in gaps.values())
        assert f"fluent is better on {better} and worse on {worse}" in (dialog.inner_text())
        first = dialog.locator(".link").first
        assert first.inner_text() == min(gaps, key=lambda topic: gaps[topic])
        address = page.url
        assert "of=fluent&versus=lead" in address
        first.click()
        assert page.locator(".reading-dialog mark.only").count() > 0
        assert "system=fluent&with=lead" in page.url
        page.go_back()
        page.locator(".reading-dialog").wait_for(state="detached")
        assert page.url == address
        page.go_back()
        dialog.wait_for(state="detached")
        page.go_forward()
        dialog.wait_for()
        page.goto("about:blank")
        page.goto(address)
        assert f"fluent is better on {better}" in page.locator("dialog").inner_text()
        assert opened.axe("dialog") == {}
        opened.check_quiet()


def test_a_closed_section_says_its_answer(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        said = page.locator(".sections summary").all_inner_texts()
        assert all("\n" in one or len(one) > 40 for one in said), said
        agreed = page.locator("#section-agreement .brief")
        assert "Omega index of 0.68" in agreed.inner_text()
        # The finding and the table beside it speak of the same coefficient.
        found = page.locator(".findings li").nth(1).inner_text()
        top = page.locator(".trust .cell.best").first.inner_text()
        assert f"Somers' D {top}" in found
        page.locator("#section-provenance summary").click()
        paper = page.locator("#section-provenance pre").nth(1).inner_text()
        assert "10000 resamples, seed 0" in paper
        assert "rouge-2(stem=true" in paper


def test_what_changed_is_seen_at_once(browser: Any, tmp_path: Path) -> None:
    from sumscope.app.study import study

    def corpus(name: str, better: bool, topics: int) -> Path:
        line = "The ferry ran aground near the port and boats took all people off safely"
        words = line.split()
        lines = []
        for number in range(topics):
            text = " ".join(words[number % 3 :]) + f" on day {number}."
            peers = [
                {"id": "still", "text": " ".join(words[:6]) + "."},
                {"id": "moved", "text": text if better else "Nobody knows anything about it."},
                {"id": "new" if better else "gone", "text": " ".join(words[3:]) + "."},
            ]
            lines.append(
                {"id": f"t{number}", "lang": "en", "peers": peers}
                | {"references": [{"id": "r", "text": text}]}
            )
        path = tmp_path / name
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return path

    study(corpus("old.jsonl", False, 12), tmp_path / "old", measures=("rouge-1", "rouge-2"))
    made = study(
        corpus("new.jsonl", True, 10),
        tmp_path / "new",
        measures=("rouge-1", "rouge-2"),
        against=tmp_path / "old",
    )
    with Opened(browser, Path(made.page)) as opened:
        page = opened.page
        part = page.locator("#section-changes")
        assert part.locator(".matrix tbody th").all_inner_texts() == ["moved"]
        assert part.locator(".matrix .sign").all_inner_texts() == [" ▲", " ▲"]
        said = part.inner_text()
        assert "Only in the previous study: gone. Only in this study: new." in said
        assert "1 system with the same scores on all common topics not shown" in said
        assert "only because the topics are others" in page.locator(".findings").inner_text()
        assert opened.axe("#section-changes") == {}
        opened.check_quiet()


def test_arrow_keys_move_in_the_leaderboard(browser: Any, demo_page: Path) -> None:
    with Opened(browser, demo_page) as opened:
        page = opened.page
        cells = page.locator(".board .cell-open")
        stops = cells.evaluate_all("all => all.filter(e => e.tabIndex === 0).length")
        assert stops == 1
        cells.first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        now = page.evaluate("document.activeElement.closest('tr').innerText")
        assert now.startswith("fluent")
        assert "rouge-2 0.244, 95% interval" in page.locator("[role=tooltip]").inner_text()
        page.keyboard.press("Enter")
        assert "list=rouge-2&of=fluent" in page.url
        page.keyboard.press("Escape")
        # Sorted anew, there is still one stop.
        page.locator(".board thead button", has_text="pyramid").click()
        assert cells.evaluate_all("all => all.filter(e => e.tabIndex === 0).length") == 1
