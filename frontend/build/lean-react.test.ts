import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, it } from "vitest";
import { leanReact } from "./lean-react.ts";

const FILE = "node_modules/react-dom/cjs/react-dom-client.production.js";
const react = readFileSync(join(import.meta.dirname, "..", FILE), "utf8");

const { handler } = leanReact().transform as unknown as {
  handler: (this: { parse: typeof parseAst }, code: string, id: string) => { code: string };
};
const lean = (code: string) => handler.call({ parse: (text) => parseAst(text) }, code, `/${FILE}`).code;

/** The functions of React are there with other cases. */
const withSwitch = (cases: string) => lean(`${react}\nfunction added(fiber) { switch (fiber.tag) { ${cases} } }`);
const added = (cases: string) => /function added[^]*$/.exec(withSwitch(cases))?.[0].replace(/\s+/g, " ");

it("leaves out a seventh of React, and no line of it", () => {
  const left = lean(react);
  expect(left.length / react.length).toBeLessThan(0.88);
  expect(left.split("\n")).toHaveLength(react.split("\n").length);
});

it("names the function that a new version of React does not have", () => {
  expect(() => lean(react.replaceAll("startViewTransition", "beginViewTransition"))).toThrow(
    "react-dom has no startViewTransition any more",
  );
});

it.each([
  ["a case of its own", "case 5: a(); break; case 30: b(); break;", "case 5: a(); break; "],
  ["a label beside a used one", "case 26: case 5: a(); break;", " case 5: a(); break;"],
  ["the last of several labels", "case 5: case 27: a();", "case 5: a();"],
  ["a case that the one above goes on into", "case 5: a(); case 27: b();", "case 5: a(); b();"],
])("%s", (_, cases, left) => {
  expect(added(cases)).toBe(
    `function added(fiber) { switch (fiber.tag) { ${left.trimStart()} } }`.replace(/\s+/g, " "),
  );
});

it("keeps the variables that a removed case declares for the others", () => {
  expect(added("case 30: var first = 1, last; break; case 5: first = 2;")).toContain("{var first, last;");
});
