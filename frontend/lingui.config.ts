import { formatter } from "@lingui/format-po";

export default {
  sourceLocale: "de",
  locales: ["de", "en"],
  // overlays: what stands in dialogs and notices, loaded with them
  catalogs: ["spa", "checkout", "event", "overlays", "pages", "seats"].map((name) => ({ path: `<rootDir>/../locale/{locale}/${name}`, include: ["<rootDir>/src"] })),
  format: formatter({ explicitIdAsDefault: true, lineNumbers: false, origins: false }),
};
