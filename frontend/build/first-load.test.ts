import { expect, it } from "vitest";
import { firstLoad } from "./first-load";

const manifest = {
  "src/app/entry.tsx": {
    file: "entry.js",
    isEntry: true,
    imports: ["_shared.js"],
    dynamicImports: ["src/routes/event/route.tsx"],
  },
  "_shared.js": { file: "shared.js" },
  "src/routes/event/route.tsx": { file: "event.js", imports: ["_shared.js", "_rows.js", "src/app/entry.tsx"] },
  "_rows.js": { file: "rows.js", imports: ["_shared.js"] },
  "src/features/seat-map/sale.tsx": { file: "sale.js", imports: ["_rows.js"] },
  "../locale/de/event.po": { file: "event-de.js" },
  "../locale/en/event.po": { file: "event-en.js" },
  "../locale/de/seats.po": { file: "seats-de.js" },
  "../locale/en/seats.po": { file: "seats-en.js" },
  "../locale/de/spa.po": { file: "spa-de.js" },
  "../locale/en/spa.po": { file: "spa-en.js" },
  "style.css": { file: "style.css" },
};

it("counts the entry, the route, the language's texts and what all import, once", () => {
  expect(firstLoad(manifest, "de").get("event")).toEqual([
    "entry.js",
    "shared.js",
    "event.js",
    "rows.js",
    "spa-de.js",
    "event-de.js",
  ]);
  expect(firstLoad(manifest, "en").get("event")).toEqual([
    "entry.js",
    "shared.js",
    "event.js",
    "rows.js",
    "spa-en.js",
    "event-en.js",
  ]);
});

it("counts the seats' layout, for which the page of an event with a hall waits", () => {
  const [plain, seated] = ["event", "event with seats"].map((route) => firstLoad(manifest, "de").get(route));
  expect(new Set(seated)).toEqual(new Set([...(plain ?? []), "sale.js", "seats-de.js"]));
});
