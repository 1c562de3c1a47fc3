// Counts down to the next look, which is the browser's own: without this script the page works the same.
const clock = document.getElementById("queue-clock");
let seconds = Number(clock.dataset.seconds);
const timer = setInterval(() => {
  seconds = Math.max(0, seconds - 1);
  clock.textContent = clock.dataset.text.replace("{seconds}", seconds);
  if (!seconds) clearInterval(timer);
}, 1000);
