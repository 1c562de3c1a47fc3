import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hasLink, hasLinkOrSign, oneLine } from "@/lib/links";

interface Examples {
  links: { text: string; link: boolean }[];
  lines: { text: string; line: string }[];
}
const { links, lines } = JSON.parse(readFileSync("../tests/written_texts.json", "utf8")) as Examples;

it.each(links)("$text leads somewhere, as the server reads it: $link", ({ text, link }) => {
  expect(hasLink(text)).toBe(link);
});

it.each(lines)("$text is kept as $line, as the server keeps it", ({ text, line }) => {
  expect(oneLine(text)).toBe(line);
});

it("takes what is longer than anything that is kept for a link, unread", () => {
  expect([hasLink("x".repeat(500)), hasLink("x".repeat(501))]).toEqual([false, true]);
});

it("takes no signs of links in names and addresses", () => {
  expect(["Mira Falk", "Mira @ Falk", "Mira <3", "1 > 0", "www.spam.example"].map(hasLinkOrSign)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
});
