// Beyond HTML: send lost taps again, show what is new.

const on = (name, act) => document.addEventListener(name, act);
const byId = (id) => document.getElementById(id);
const each = (root, selector, act) => root.querySelectorAll(selector).forEach(act);
const FIELDS = "input:not([type=hidden]), select, textarea";

// Taps not saved, by operation id: sent again, they answer the same entry.
const unsaved = new Map(), used = new Map();
let tries = 0, timer, sending, origin, left;

const keyOf = ({ formData }) => formData.get("op");
// Waiting may help: no line, or trouble in the server. A shut door wants a person.
const mayPass = (status) => status === 0 || status >= 500;
const isSaved = (status) => status < 500 && ![0, 403, 413, 429].includes(status);
const reason = ({ status }) => (status > 500 && status !== 503 ? 500 : status);

function show() {
  const banner = byId("unsaved"), rows = [...unsaved];
  const said = rows.map(([key, tap]) => key + reason(tap)).join();
  if (banner.dataset.said === said) return; // said once, not every try
  banner.dataset.said = said;
  banner.hidden = !said;
  banner.querySelector("ul").replaceChildren(...rows.map(([key, tap]) => {
    const row = banner.querySelector("template").content.cloneNode(true);
    row.querySelector("[data-what]").textContent = tap.what;
    each(row, "[data-why]", (why) => { why.hidden = Number(why.dataset.why) !== reason(tap); });
    row.querySelector("button").onclick = () => sendAgain(key, tap);
    return row;
  }));
}

function sendAgain(key, { source, target: was, path, swap, values }) {
  if (sending) return;
  sending = key;
  origin = source;
  // Not the form: it may be typed in.
  const target = was.isConnected ? was : byId(was.id) ?? byId("_says");
  htmx.ajax("post", path, { source: document.body, target, swap, values }).catch(() => {});
}

/** Sends what waits, oldest first; once saved, the next. */
function flush() {
  timer = clearTimeout(timer);
  const next = [...unsaved].find(([, { status }]) => mayPass(status));
  if (next) sendAgain(...next);
}

function atOnce() {
  tries = 0;
  flush();
}

function settle({ xhr: { status }, requestConfig: config, target }) {
  if (config.verb !== "post") return;
  const key = keyOf(config), source = config.elt, again = sending === key;
  if (again) sending = null;
  if (isSaved(status)) {
    used.set(key, "");
    if (status < 300) byId("_says")?.replaceChildren();
    atOnce();
  } else {
    const what = source.closest("[data-what]")?.dataset.what, swap = source.getAttribute("hx-swap") ?? "none";
    const values = Object.fromEntries(config.formData);
    unsaved.set(key, { source, target, path: config.path, what, swap, values, ...unsaved.get(key), status });
    tries += again;
    timer ??= setTimeout(flush, Math.min(30, 2 ** tries) * 1000);
  }
  show();
}

// Live: a stream says which parts changed; the page is fetched, regions that differ are replaced.
const live = byId("live");
const flying = new Set(); // ended twice
let stream, wanted, asking, waits, over, taps = 0, checked = new Date();

function say(state) {
  if (live.dataset.now === state) return;
  live.dataset.now = state;
  each(live, "time", (at) => { at.textContent = checked.toLocaleTimeString([], { timeStyle: "short" }); });
}

function tellAge() {
  const age = Math.round((new Date() - checked) / 1000);
  live.querySelector("b").textContent = age;
  if (!stream || age < 40) return;
  close(); // two signs are missing
  say("off");
  open();
}

/** A sign of life: unless news waits, the page is up to date. */
function sign() {
  if (asking || wanted) return;
  checked = new Date();
  say(waits ? "waits" : "on");
  tellAge();
}

function close() {
  stream = stream?.close();
}

function open() {
  if (!live || stream || over || document.hidden) return;
  const opened = stream = new EventSource(`${live.dataset.stream}?seen=${live.dataset.pulse}`);
  opened.onopen = () => { sign(); atOnce(); };
  opened.onmessage = ({ data, lastEventId }) => {
    live.dataset.pulse = lastEventId || live.dataset.pulse;
    ask(data.split(" "));
    sign();
  };
  opened.addEventListener("gone", () => end("gone"));
  opened.onerror = () => {
    setTimeout(() => over || stream?.readyState === 1 || say("off"), 3000);
    if (opened.readyState < 2 || stream !== opened) return;
    close(); // refused, not told why; the page may tell
    ask(["all"]);
    setTimeout(open, 10_000);
  };
}

function end(state) {
  over = true;
  close();
  say(state);
}

function ask(parts) {
  wanted ||= parts.includes("all") || document.querySelector(parts.map((part) => `[data-live~=${part}]`).join());
  look();
}

/** Fetches this page, once at a time, not during a tap: its answer would be newer. */
async function look() {
  if (!wanted || asking || flying.size || over || document.hidden) return;
  const before = taps;
  asking = true;
  wanted = false;
  try {
    const answer = await fetch(location.href, { headers: { "X-Portolan": "live" } }), text = await answer.text();
    asking = false;
    if (mayPass(answer.status)) throw answer;
    if (before !== taps) wanted = true;
    else if (answer.redirected || [403, 404].includes(answer.status)) tellEnd(answer);
    else merge(new DOMParser().parseFromString(text, "text/html"));
    if (stream?.readyState === 1) sign();
    look();
  } catch {
    asking = false;
    wanted = true;
    say("off");
    setTimeout(look, 5000);
  }
}

function tellEnd({ redirected, url }) {
  const note = live.querySelector("template").content.cloneNode(true);
  if (redirected) note.querySelector("a").href = url;
  byId("_says").replaceChildren(note);
  end("off");
}

/** Replaces regions that differ, outer ones first; of one that is held, those in it that are not. */
function merge(page) {
  waits = false;
  each(document, "[data-live]", (old) => {
    const fresh = old.isConnected && page.getElementById(old.id);
    if (!fresh || bare(old) === bare(fresh)) return;
    if (isHeld(old)) waits = true;
    else replace(old, document.importNode(fresh, true));
  });
}

/** A region as the server wrote it, without inner ones and what renderings, htmx, readers change. */
function bare(region) {
  const copy = region.cloneNode(true);
  each(copy, "[name=op], [name=csrfmiddlewaretoken]", (field) => field.remove());
  each(copy, "[data-live]", (inner) => inner.replaceChildren());
  return copy.outerHTML.replace(/ open=""|\s?htmx-[a-z]+| class=""/g, "");
}

function isTyped(field) {
  if (field.type === "radio") return field.checked && !field.defaultChecked;
  if (field.type === "checkbox") return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  return field.selectedOptions[0] !== (field.querySelector("[selected]") ?? field.options[0]);
}

/** Whether something in it is typed, asked back, under way, not saved, to be confirmed. */
function isHeld(region) {
  const active = document.activeElement;
  return [...region.querySelectorAll(FIELDS)].some(isTyped) || region.contains(active) && active.matches(FIELDS) && active.id !== left || region.matches("[data-confirm]")
    || region.querySelector(".error, .htmx-request")
    || [...unsaved.values()].some(({ source }) => region.contains(source) || region.contains(byId(source.id)));
}

function placeOf(element) {
  const { id } = element.closest("[id]"), find = () => byId(id)?.querySelectorAll(element.tagName) ?? [];
  const at = [...find()].indexOf(element);
  return () => (at < 0 ? byId(id) : find()[at]);
}

function replace(old, fresh) {
  const active = document.activeElement, focus = old.contains(active) && placeOf(active);
  const opened = [...old.querySelectorAll("details[open]")].map(placeOf);
  old.replaceWith(fresh);
  opened.forEach((find) => find()?.setAttribute("open", ""));
  if (focus) focus()?.focus({ preventScroll: true });
  htmx.process(fresh);
}

each(document, "[data-print]", (button) => {
  button.hidden = false;
  button.onclick = () => print();
});

// A page's forms share an op: one sent with other words, or answered, is not used again.
on("htmx:configRequest", ({ detail: { formData, path, parameters } }) => {
  const key = keyOf({ formData }), said = path + JSON.stringify([...formData].filter(([name]) => name !== "op"));
  if (!key) return;
  if ((used.get(key) ?? said) !== said) {
    parameters.op = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte % 10).join("");
  }
  used.set(keyOf({ formData }), said);
  left = document.activeElement.id;
});
on("htmx:beforeSend", ({ detail: { xhr } }) => { flying.add(xhr); taps += 1; });
// Before htmx goes on, which must not ask to leave.
on("htmx:beforeOnLoad", ({ detail: { xhr: { status }, requestConfig } }) => {
  if (isSaved(status)) unsaved.delete(keyOf(requestConfig));
});
// An answer takes nothing typed meanwhile; it comes as news.
on("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig: { verb, formData, elt }, target, xhr } = detail, form = elt === document.body ? origin : elt;
  if (verb !== "post" || xhr.status >= 300) return;
  const isLeft = (field) => isTyped(field) && formData.get(field.name) !== field.value;
  const typed = [...target.querySelectorAll(FIELDS)].filter(isLeft);
  if (!typed.length) return;
  detail.shouldSwap = false;
  waits = true;
  if (!typed.some((field) => form.contains(field))) form.reset?.();
});
on("htmx:afterRequest", ({ detail }) => {
  flying.delete(detail.xhr);
  settle(detail);
  setTimeout(() => (waits ? ask(["all"]) : look()));
});
on("htmx:afterSwap", ({ detail: { xhr } }) => {
  const says = byId("_says");
  if (says?.childElementCount && xhr.status >= 400) says.focus();
});
on("focusout", () => waits && setTimeout(ask, 300, ["all"]));
on("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("online", () => { atOnce(); open(); });
addEventListener("beforeunload", (event) => unsaved.size && event.preventDefault());
if (live) {
  setInterval(tellAge, 5000);
  open();
}
