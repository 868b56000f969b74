// Wide code is scrolled with the keyboard too.
addEventListener("DOMContentLoaded", () => {
  for (const code of document.querySelectorAll("pre")) code.tabIndex = 0;
});
