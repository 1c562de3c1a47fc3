// A picture's focus: a click on the preview sets both numbers, and the crops beside it follow them.
"use strict";
window.addEventListener("load", () => {
  const preview = document.querySelector(".staff-focus");
  const [x, y] = ["x", "y"].map((axis) => document.querySelector(`#id_focus_${axis}`));
  if (!preview || !x || !y) return;
  const whole = preview.querySelector(".staff-focus-whole");

  function show() {
    preview.style.setProperty("--x", `${x.value || 50}%`);
    preview.style.setProperty("--y", `${y.value || 50}%`);
  }

  function set(input, share) {
    input.value = Math.round(Math.min(1, Math.max(0, share)) * 100);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  whole.addEventListener("click", (event) => {
    const box = whole.getBoundingClientRect();
    set(x, (event.clientX - box.left) / box.width);
    set(y, (event.clientY - box.top) / box.height);
  });
  for (const input of [x, y]) input.addEventListener("input", show);
  show();
});
