import { expect, it } from "vitest";
import { firstLoad, unfitForPage } from "./first-load";

it("counts what starts it, the entry, the route and what both import, once", () => {
  const manifest = {
    "src/app/start.ts": { file: "start.js", isEntry: true },
    "src/app/entry.tsx": { file: "entry.js", isEntry: true, imports: ["_shared.js"], dynamicImports: ["src/routes/event/route.tsx"] },
    "_shared.js": { file: "shared.js" },
    "src/routes/event/route.tsx": { file: "event.js", imports: ["_shared.js", "_rows.js", "src/app/entry.tsx"] },
    "_rows.js": { file: "rows.js", imports: ["_shared.js"] },
    "style.css": { file: "style.css" },
  };
  expect(firstLoad(manifest)).toEqual(new Map([["event", ["entry.js", "event.js", "rows.js", "shared.js", "start.js"]]]));
});

it("says why what starts a page cannot stand in it", () => {
  const alone = { "src/app/start.ts": { file: "start.js" } };
  expect(unfitForPage(alone, () => "a < b")).toBe("");
  expect(unfitForPage(alone, () => 'a = "</SCRIPT>"')).not.toBe("");
  expect(unfitForPage({ "src/app/start.ts": { file: "start.js", imports: ["_b.js"] } }, () => "")).toContain("_b.js");
});
