// What HTML cannot do by itself: keep a tap that did not get through, and send it again as it was.

/** Taps that were not saved, by operation id, path and button: the same tap sent again answers the same entry. */
const unsaved = new Map();
const LOST = new Set([0, 403, 413, 429]);

function keyOf(config) {
  return [config.formData.get("op"), config.path, config.formData.get("tick") ?? config.formData.get("piece")].join(" ");
}

function isSaved(status) {
  return !LOST.has(status) && status < 500;
}

function reason(status) {
  if (LOST.has(status)) return status;
  return status === 503 ? 503 : 500;
}

function show() {
  const banner = document.getElementById("unsaved");
  const rows = [...unsaved.values()].map((tap) => {
    const row = banner.querySelector("template").content.cloneNode(true);
    row.querySelector("[data-what]").textContent = tap.what;
    row.querySelectorAll("[data-why]").forEach((why) => { why.hidden = Number(why.dataset.why) !== reason(tap.status); });
    row.querySelector("button").addEventListener("click", () => sendAgain(tap));
    return row;
  });
  banner.querySelector("ul").replaceChildren(...rows);
  banner.hidden = rows.length === 0;
}

function sendAgain(tap) {
  // A live part may have replaced the form meanwhile; then the page itself sends what was kept.
  const source = tap.source.isConnected ? tap.source : document.getElementById(tap.source.id) ?? document.body;
  const target = tap.target.isConnected ? tap.target : document.getElementById(tap.target.id) ?? document.getElementById("_says");
  window.htmx.ajax("post", tap.path, { source, target, swap: tap.swap, values: tap.values });
}

function settle(event) {
  const { xhr, requestConfig: config, target } = event.detail;
  if (!config || config.verb !== "post") return;
  const status = xhr?.status ?? 0;
  const key = keyOf(config);
  if (isSaved(status)) {
    unsaved.delete(key);
    if (status < 300) document.getElementById("_says")?.replaceChildren();
  } else {
    const kept = unsaved.get(key);
    const source = kept?.source ?? config.elt;
    const marked = source.closest("[data-what]");
    unsaved.set(key, {
      source, target: kept?.target ?? target, status, path: config.path,
      what: kept?.what ?? marked?.dataset.what ?? "",
      swap: kept?.swap ?? source.getAttribute("hx-swap") ?? "none",
      values: Object.fromEntries(config.formData),
    });
  }
  show();
}

// A button that prints is there only where a script can.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// Before htmx goes to another page by itself: a tap that got through must not ask whether to leave.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr, requestConfig: config } }) => {
  if (isSaved(xhr.status)) unsaved.delete(keyOf(config));
});
document.addEventListener("htmx:afterRequest", settle);
document.addEventListener("htmx:afterSwap", (event) => {
  const says = document.getElementById("_says");
  if (says?.childElementCount && event.detail.xhr.status >= 400) says.focus();
});
window.addEventListener("beforeunload", (event) => {
  if (unsaved.size) event.preventDefault();
});
