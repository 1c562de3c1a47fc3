import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hasLink } from "@/lib/links";

const EXAMPLES = JSON.parse(readFileSync("../tests/links.json", "utf8")) as { text: string; link: boolean }[];

it.each(EXAMPLES)("$text leads somewhere, as the server reads it: $link", ({ text, link }) => {
  expect(hasLink(text)).toBe(link);
});

it("takes what is longer than anything that is kept for a link, unread", () => {
  expect([hasLink("x".repeat(500)), hasLink("x".repeat(501))]).toEqual([false, true]);
});
