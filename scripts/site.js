// The documentation's search and menu. The index is loaded when somebody searches; it is a file of
// the site, so that the search works from disk and nothing is requested from outside.
"use strict";

const MOST = 12;
const box = document.querySelector("#search");
const input = box.querySelector("input");
const list = document.querySelector("#found");
const status = box.querySelector("[role=status]");
const root = document.body.dataset.root;
let loading = null;
let chosen = -1;

box.hidden = false;
const menu = document.querySelector(".pages");
const narrow = window.matchMedia("(max-width: 800px)");
const middle = window.matchMedia("(max-width: 1240px)");
const contents = document.querySelector("aside details");
const fit = () => {
  menu.open = !narrow.matches;
  if (contents) contents.open = !middle.matches;
};
narrow.addEventListener("change", fit);
middle.addEventListener("change", fit);
fit();
contents?.querySelector("summary").addEventListener("click", (event) => {
  if (!middle.matches) event.preventDefault();
});
const current = menu.querySelector("[aria-current]");
if (current && !narrow.matches) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;

// Mark the section that is being read in the page's contents.
const places = [...document.querySelectorAll("aside a")].map((link) => [
  link,
  document.getElementById(decodeURIComponent(link.hash.slice(1))),
]);
let waiting = false;
function follow() {
  waiting = false;
  const atEnd =
    window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2 &&
    window.scrollY > 0;
  const passed = places.filter(
    ([, heading]) => heading && heading.getBoundingClientRect().top < 120,
  );
  const here = atEnd ? places.at(-1) : passed.at(-1);
  for (const [link] of places) {
    if (here && link === here[0]) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (here && !middle.matches) {
    const box = here[0].closest("aside");
    const top = here[0].offsetTop - box.offsetTop;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40)
      box.scrollTop = top - box.clientHeight / 2;
  }
}
if (places.length) {
  window.addEventListener(
    "scroll",
    () => {
      if (!waiting) {
        waiting = true;
        requestAnimationFrame(follow);
      }
    },
    { passive: true },
  );
  follow();
}

/** What to copy from a block: without prompts, and of a terminal or a session only what is typed. */
function typed(code) {
  const lines = code.textContent.replace(/\n$/, "").split("\n");
  if (code.classList.contains("language-console"))
    return lines
      .filter((line) => line.startsWith("$ "))
      .map((line) => line.slice(2))
      .join("\n");
  if (code.classList.contains("language-pycon"))
    return lines
      .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
      .map((line) => line.slice(4))
      .join("\n");
  return lines.join("\n");
}

for (const block of document.querySelectorAll("main pre")) {
  const code = block.querySelector("code");
  const around = document.createElement("div");
  around.className = "code";
  block.replaceWith(around);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    let said = "Copied";
    try {
      await navigator.clipboard.writeText(typed(code));
    } catch {
      // Without permission (some browsers, from disk): select the text, so that Ctrl+C copies it.
      window.getSelection().selectAllChildren(code);
      said = "Press Ctrl+C";
    }
    button.textContent = said;
    button.classList.add("done");
    setTimeout(() => {
      button.textContent = "Copy";
      button.classList.remove("done");
    }, 2000);
  });
  around.append(block, button);
}

/** Letters without accents, in lower case. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The sections, each with its searchable text; read once. */
function sections() {
  loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    script.onload = () =>
      done(
        window.searchIndex.map(([to, page, heading, text]) => ({
          to,
          page,
          heading,
          text,
          words: { heading: plain(heading), page: plain(page), text: plain(text) },
        })),
      );
    script.onerror = () => {
      loading = null;
      failed(new Error("the search index is missing"));
    };
    document.head.append(script);
  });
  return loading;
}

/** How well a section answers; 0 unless every word is found. */
function rank(section, words) {
  let total = 0;
  for (const word of words) {
    const starts = new RegExp(
      `(?:^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`,
      "u",
    );
    let here = 0;
    if (section.words.heading === word) here += 30;
    if (starts.test(section.words.heading)) here += 12;
    else if (section.words.heading.includes(word)) here += 5;
    if (starts.test(section.words.page)) here += 6;
    const count = section.words.text.split(word).length - 1;
    if (count)
      here += (starts.test(section.words.text) ? 2 : 0.5) + Math.min(3, Math.log2(count + 1));
    if (!here) return 0;
    total += here;
  }
  const phrase = words.join(" ");
  if (words.length > 1 && section.words.heading.includes(phrase)) total += 20;
  else if (words.length > 1 && section.words.text.includes(phrase)) total += 6;
  return section.to.startsWith("changelog") ? total / 4 : total;
}

/** Text around the first word that is found, with the words marked. */
function excerpt(section, words) {
  const line = document.createElement("span");
  const places = [words.join(" "), ...words].map((w) => section.words.text.indexOf(w));
  const at = Math.max(0, (places.find((place) => place >= 0) ?? 0) - 50);
  const from = at && section.text.indexOf(" ", at) + 1;
  const part =
    (from ? "… " : "") +
    section.text.slice(from, from + 150) +
    (section.text.length > from + 150 ? " …" : "");
  const any = new RegExp(
    `(${words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
    "iu",
  );
  for (const [number, piece] of part.split(any).entries()) {
    if (number % 2) {
      const mark = document.createElement("mark");
      mark.textContent = piece;
      line.append(mark);
    } else line.append(piece);
  }
  return line;
}

function close() {
  list.hidden = true;
  chosen = -1;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function choose(at) {
  const rows = list.querySelectorAll("a");
  if (!rows.length) return;
  chosen = (at + rows.length) % rows.length;
  rows.forEach((row, number) => row.setAttribute("aria-selected", String(number === chosen)));
  rows[chosen].scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", rows[chosen].id);
}

async function search() {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  if (!words.length) {
    status.textContent = "";
    close();
    return;
  }
  let all;
  try {
    all = await sections();
  } catch (problem) {
    say(`No search: ${problem.message}.`);
    return;
  }
  if (words.join(" ") !== plain(input.value).split(/\s+/).filter(Boolean).join(" ")) return;
  const found = all
    .map((section) => [rank(section, words), section])
    .filter(([value]) => value > 0);
  found.sort((a, b) => b[0] - a[0]);
  if (!found.length) {
    say(`Nothing found for “${input.value.trim()}”.`);
    return;
  }
  list.replaceChildren(
    ...found.slice(0, MOST).map(([, section], number) => {
      const row = document.createElement("a");
      row.href = root + section.to;
      row.id = `found-${number}`;
      row.tabIndex = -1;
      row.setAttribute("role", "option");
      const name = document.createElement("b");
      name.textContent =
        section.heading === section.page ? section.page : `${section.page}: ${section.heading}`;
      row.append(name, excerpt(section, words));
      return row;
    }),
  );
  show();
  choose(0);
  const shown = Math.min(MOST, found.length);
  status.textContent =
    found.length > shown
      ? `${shown} of ${found.length} results`
      : `${shown} ${shown === 1 ? "result" : "results"}`;
}

function show() {
  list.hidden = false;
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", "true");
}

function say(text) {
  const line = document.createElement("p");
  line.textContent = text;
  list.replaceChildren(line);
  chosen = -1;
  input.removeAttribute("aria-activedescendant");
  status.textContent = text;
  show();
}

input.addEventListener("focus", () => {
  sections().catch(() => {});
  if (input.value.trim()) search();
});
input.addEventListener("input", search);
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    input.value = "";
    search();
    input.blur();
    return;
  }
  if (list.hidden) return;
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Enter" && chosen >= 0) list.querySelectorAll("a")[chosen].click();
  else return;
  event.preventDefault();
});
list.addEventListener("click", (event) => {
  if (event.target.closest("a")) close();
});
document.addEventListener("click", (event) => {
  if (!box.contains(event.target)) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, [contenteditable]")) return;
  event.preventDefault();
  input.focus();
  input.select();
});
