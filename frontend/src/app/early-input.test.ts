import { afterEach, expect, it, vi } from "vitest";
import { replayInput, takePressed } from "./early-input";

afterEach(() => document.body.replaceChildren());

function page(html: string): HTMLElement {
  document.body.innerHTML = `<div id="app">${html}</div>`;
  return document.getElementById("app") as HTMLElement;
}
const heard = (root: HTMLElement, ...kinds: string[]) => {
  const told: string[] = [];
  for (const kind of kinds)
    root.addEventListener(kind, (event) => told.push(`${kind} ${(event.target as HTMLElement).id}`));
  return told;
};
const find = (id: string) => document.getElementById(id) as HTMLInputElement;

it("tells of fields that were changed, and of no others", () => {
  const root = page(
    `<input id="text" value="old"><input id="same" value="same"><textarea id="area"></textarea>
     <select id="list"><option>1</option><option>2</option></select><select id="kept"><option>1</option><option selected>2</option></select>`,
  );
  find("text").value = "new";
  find("area").value = "words";
  (document.getElementById("list") as HTMLSelectElement).selectedIndex = 1;
  const told = heard(root, "input", "change");
  replayInput(root, []);
  expect(told).toEqual(["input text", "input area", "change list"]);
  expect(find("text").value).toBe("new");
});

it("presses the boxes and dots that were chosen", () => {
  const root = page(
    `<input id="box" type="checkbox"><input id="off" type="checkbox" checked>
     <input id="one" type="radio" name="n" checked><input id="two" type="radio" name="n">`,
  );
  find("box").click();
  find("off").click();
  find("two").click();
  const told = heard(root, "click");
  replayInput(root, []);
  expect(told).toEqual(["click box", "click off", "click two"]);
  expect(["box", "off", "one", "two"].map((id) => find(id).checked)).toEqual([true, false, false, true]);
});

it("presses the buttons that were pressed and are still there, in order", async () => {
  const root = page(`<button id="a" aria-busy="true">A</button><button id="b" aria-busy="true">B</button>`);
  const gone = document.createElement("button");
  const press = vi.spyOn(gone, "click");
  window.pressed = [find("b"), gone, find("a")];
  const told = heard(root, "click");
  replayInput(root, takePressed());
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told).toEqual(["click b", "click a"]);
  expect(press).not.toHaveBeenCalled();
  expect([window.pressed, find("a").hasAttribute("aria-busy"), root.dataset["started"]]).toEqual([
    undefined,
    false,
    "",
  ]);
});
