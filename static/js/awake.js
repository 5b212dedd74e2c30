// Keeps the screen of this device awake during a game, where the browser lets a page do that.

const place = document.getElementById("awake");
let lock;

async function hold() {
  const wished = place.dataset.on === "true" && document.visibilityState === "visible";
  if (!wished || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = undefined; });
  } catch {
    // Refused, for instance by a battery that is nearly empty: the hint tells what else helps.
    show(false);
  }
}

function show(is) {
  place.dataset.on = is;
  place.querySelector("button").setAttribute("aria-pressed", is);
  place.querySelector("p").hidden = is;
}

if (place && "wakeLock" in navigator) {
  const button = place.querySelector("button");
  button.hidden = false;
  show(localStorage.getItem("awake") === "true");
  button.onclick = () => {
    show(place.dataset.on !== "true");
    localStorage.setItem("awake", place.dataset.on);
    if (place.dataset.on === "true") hold();
    else lock?.release();
  };
  document.addEventListener("visibilitychange", hold);
  hold();
}
