import { expect, it, vi } from "vitest";
import { keepEarlyPresses } from "./early-presses";

const FORM = `<div><a href="#there">link</a>
  <label><input type="radio" name="size" value="s">S</label><label><input type="radio" name="size" value="m">M</label>
  <button type="button">more</button><form><button>add</button></form>
  <details><summary>size chart</summary></details><details><summary>washing</summary></details></div>`;

function painted(): HTMLElement {
  document.body.innerHTML = `<div id="app">${FORM}</div>`;
  const root = document.getElementById("app");
  if (!root) throw new Error("no root");
  return root;
}
const button = (root: Element, text: string) => [...root.querySelectorAll("button")].find((one) => one.textContent === text);

it("repeats presses in order, each thing once, on what is drawn instead", async () => {
  const root = painted();
  keepEarlyPresses(root);
  root.querySelectorAll("input")[1]?.click();
  button(root, "add")?.click();
  button(root, "add")?.click();
  const done: string[] = [];
  root.innerHTML = FORM;
  for (const one of root.querySelectorAll("button, input")) one.addEventListener("click", () => done.push(one.textContent || "radio"));
  root.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  await vi.waitFor(() => expect(done).toEqual(["radio", "add"]));
  expect(root.querySelectorAll("input")[1]?.checked).toBe(true);
});

it("sends no form before, and leaves links and later presses alone", async () => {
  const root = painted();
  const sent = vi.fn((event: Event) => event.preventDefault());
  root.addEventListener("submit", sent);
  keepEarlyPresses(root);
  button(root, "add")?.click();
  expect(sent).not.toHaveBeenCalled();
  const link = new MouseEvent("click", { bubbles: true, cancelable: true });
  root.querySelector("a")?.dispatchEvent(link);
  expect(link.defaultPrevented).toBe(false);
  root.innerHTML = FORM;
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  button(root, "add")?.click();
  expect(sent).toHaveBeenCalledTimes(2);
});

it("opens what was opened, and leaves closed what was closed again", async () => {
  const root = painted();
  keepEarlyPresses(root);
  const [chart, washing] = root.querySelectorAll("summary");
  chart?.click();
  washing?.click();
  washing?.click();
  root.innerHTML = FORM;
  await vi.waitFor(() => expect([...root.querySelectorAll("details")].map((one) => one.open)).toEqual([true, false]));
});

it("presses nothing that has become something else", async () => {
  const root = painted();
  keepEarlyPresses(root);
  button(root, "more")?.click();
  root.innerHTML = FORM.replace(">more<", ">delete<");
  const pressed = vi.fn();
  button(root, "delete")?.addEventListener("click", pressed);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(pressed).not.toHaveBeenCalled();
});
