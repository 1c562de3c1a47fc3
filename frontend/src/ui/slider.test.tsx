import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import { Sliders } from "@/ui/slider";

const slide = <p key="slide">slide</p>;

it.each([
  ["both", [slide], [slide], 2, true],
  ["the left one", [slide], [], 1, false],
  ["the right one", [], [slide], 1, false],
  ["none", [], [], 0, false],
])("%s of two sliders: as many columns", async (_, left, right, sliders, beside) => {
  const { container } = await renderPage(<Sliders left={left} right={right} className="both-sliders" />);
  const box = container.querySelector(".both-sliders");
  expect(box?.children.length ?? 0).toBe(sliders);
  expect(box?.classList.contains("md:grid-cols-2") ?? false).toBe(beside);
});

it("no part of a page is placed by what comes after it, which a browser draws before it has read it", () => {
  const files = globSync("src/**/*.{tsx,css}").filter((file) => !file.includes(".test."));
  const waiting = files.filter((file) =>
    /(only|last)-(child|of-type)|nth-last|[ "](last|only):[a-z[]/.test(readFileSync(file, "utf8")),
  );
  expect(waiting).toEqual([]);
});
