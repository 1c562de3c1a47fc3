import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasLink } from "@/lib/links";

const EXAMPLES = JSON.parse(readFileSync("../tests/links.json", "utf8")) as { text: string; link: boolean }[];

describe("links, as the server reads them", () => {
  it.each(EXAMPLES)("$text: $link", ({ text, link }) => expect(hasLink(text)).toBe(link));
});
