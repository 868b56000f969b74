// Written for sumscope. Reads JSON text and shows it as text; never makes markup from data.
"use strict";
(function () {
  var SIZE = 12;

  function button(label, act) {
    var made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  }

  function compare(a, b) {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a) < String(b) ? -1 : 1;
  }

  function paged(box) {
    var table = box.querySelector("table");
    var body = table.tBodies[0];
    var data = JSON.parse(box.querySelector("template").content.textContent);
    var digits = data.digits, words = data.words, links = data.links || null;
    var rows = data.rows.map(function (row, at) { return { row: row, link: links && links[at] }; });
    var shown = rows, page = 0, order = -1, down = false;

    function cell(value, index, link) {
      var made = document.createElement(index === 0 ? "th" : "td");
      if (index === 0) made.scope = "row";
      if (words[index]) made.className = "w";
      var said = value === null ? "–" : typeof value === "number" && digits[index] !== null
        ? value.toFixed(digits[index]) : String(value);
      if (index === 0 && link) {
        var anchor = document.createElement("a");
        anchor.href = link;
        anchor.textContent = said;
        made.appendChild(anchor);
      } else made.textContent = said;
      return made;
    }

    function draw() {
      var pages = Math.max(1, Math.ceil(shown.length / SIZE));
      page = Math.min(Math.max(page, 0), pages - 1);
      var fresh = document.createDocumentFragment();
      shown.slice(page * SIZE, page * SIZE + SIZE).forEach(function (one) {
        var line = document.createElement("tr");
        one.row.forEach(function (value, index) { line.appendChild(cell(value, index, one.link)); });
        fresh.appendChild(line);
      });
      body.replaceChildren(fresh);
      said.textContent = shown.length + " rows, page " + (page + 1) + " of " + pages;
      back.disabled = page === 0;
      next.disabled = page === pages - 1;
    }

    var bar = document.createElement("div");
    bar.className = "pager";
    var back = button("Earlier", function () { page -= 1; draw(); });
    var next = button("Later", function () { page += 1; draw(); });
    var said = document.createElement("span");
    said.setAttribute("role", "status");
    var find = document.createElement("input");
    find.type = "search";
    find.placeholder = "Filter rows";
    find.setAttribute("aria-label", "Filter the rows of: " + table.caption.textContent);
    find.addEventListener("input", function () {
      var want = find.value.toLowerCase();
      shown = rows.filter(function (one) {
        return one.row.some(function (value) { return String(value).toLowerCase().includes(want); });
      });
      page = 0;
      draw();
    });
    bar.append(find, back, next, said);
    box.insertBefore(bar, box.firstChild);
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, index) {
      var name = head.textContent;
      var sorter = button(name, function () {
        down = order === index ? !down : false;
        order = index;
        var sign = down ? -1 : 1;
        rows.sort(function (a, b) { return sign * compare(a.row[index], b.row[index]); });
        if (shown !== rows) find.dispatchEvent(new Event("input"));
        Array.prototype.forEach.call(table.tHead.rows[0].cells, function (other) {
          other.removeAttribute("aria-sort");
        });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        page = 0;
        draw();
      });
      head.replaceChildren(sorter);
    });
    draw();
  }

  document.querySelectorAll(".paged").forEach(paged);

  var reader = document.getElementById("reader");
  if (reader) {
    var inside = reader.querySelector(".inside");
    reader.querySelector(".bar").appendChild(button("Close", function () { reader.close(); }));
    document.addEventListener("click", function (event) {
      var link = event.target.closest ? event.target.closest("a") : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      var goal = link.getAttribute("href") || link.getAttributeNS("http://www.w3.org/1999/xlink", "href") || "";
      var parts = /^topics\/(\d+)\.html(?:#(p\d+))?$/.exec(goal);
      var found = parts && document.getElementById("topic-" + parts[1]);
      if (!found) return;
      event.preventDefault();
      inside.replaceChildren(found.content.cloneNode(true));
      reader.setAttribute("aria-label", inside.querySelector("h2").textContent);
      if (!reader.open) reader.showModal();
      reader.scrollTop = 0;
      var peer = parts[2] && inside.querySelector("[data-peer=" + parts[2] + "]");
      if (peer) { peer.open = true; peer.scrollIntoView({ block: "center" }); }
    });
  }
})();
