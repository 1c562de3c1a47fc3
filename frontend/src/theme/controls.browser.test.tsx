import { expect, it } from "vitest";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { Button } from "@/ui/button";

it(
  "draws boxes in the theme's colours",
  proves('look "Every screen"', "boxes and radio buttons have the colours of the theme, also on dark ground"),
  async () => {
    const { container } = await renderPage(
      <div>
        <input type="checkbox" className="size-6" />
        <input type="radio" className="size-6" />
        <input type="checkbox" className="size-6" defaultChecked />
      </div>,
    );
    for (const [name, value] of [
      ["--shop-raised", "rgb(1, 2, 3)"],
      ["--shop-ink", "rgb(250, 251, 252)"],
      ["--shop-ink-soft", "rgb(200, 201, 202)"],
    ] as const)
      container.style.setProperty(name, value);
    const drawn = [...container.querySelectorAll("input")].map((input) => {
      const { backgroundColor, borderTopColor } = getComputedStyle(input);
      const mark = getComputedStyle(input, "::before");
      return [backgroundColor, borderTopColor, mark.content === "none" ? "" : mark.backgroundColor];
    });
    expect(drawn).toEqual([
      ["rgb(1, 2, 3)", "rgb(200, 201, 202)", ""],
      ["rgb(1, 2, 3)", "rgb(200, 201, 202)", ""],
      ["rgb(1, 2, 3)", "rgb(250, 251, 252)", "rgb(250, 251, 252)"],
    ]);
  },
);

it("centres a button's second line", async () => {
  const { container } = await renderPage(<Button>Alle Termine: Bis das Licht angeht</Button>);
  const button = container.querySelector("button");
  expect(button && getComputedStyle(button).textAlign).toBe("center");
});
