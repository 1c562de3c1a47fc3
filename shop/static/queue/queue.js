// Counts down to the next look, and asks then. While nobody answers the page stays as it is and asks again later.
// Without this script the browser loads the page anew (`noscript`).
const TIMEOUT_MS = 4000;
const RETRY_SECONDS = 30;
// What else may have changed (paused, all reserved, the draw) is on the page itself.
const ASKS_PER_PAGE = 5;

const queue = document.getElementById("queue");
const clock = document.getElementById("queue-clock");
const place = document.getElementById("queue-place");
const bar = document.getElementById("queue-bar");
const { ask, starts } = queue.dataset;
const wantsWork = document.querySelector("[data-work]") !== null;
const startsAt = starts ? Date.now() + Number(starts) * 1000 : null;
let seconds = Number(clock.dataset.seconds);
let asked = 0;

async function look() {
  try {
    const answer = await fetch(ask, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status === 429) return location.reload(); // the page works for a place
    if (!answer.ok) throw new Error(String(answer.status));
    const told = await answer.json();
    asked += 1;
    const hasBegun = startsAt !== null && Date.now() >= startsAt;
    if (!told.active || hasBegun || wantsWork || (startsAt === null && asked % ASKS_PER_PAGE === 0)) return location.reload();
    show(told);
    seconds = told.trying_again_in;
  } catch {
    seconds = RETRY_SECONDS;
  }
  tell();
}

function show(told) {
  if (place) place.textContent = place.dataset.text.replace("{index}", Math.max(told.waitingIndex, told.catalogWaitingIndex));
  if (bar) bar.value = told.waiting_percentage;
}

function tell() {
  clock.textContent = clock.dataset.text.replace("{seconds}", seconds);
}

setInterval(() => {
  if (seconds <= 0) return;
  seconds -= 1;
  tell();
  if (seconds === 0) look();
}, 1000);
