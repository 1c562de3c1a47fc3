import { formatter } from "@lingui/format-po";

export default {
  sourceLocale: "de",
  locales: ["de", "en"],
  catalogs: [{ path: "<rootDir>/../locale/{locale}/spa", include: ["<rootDir>/src"] }],
  format: formatter({ explicitIdAsDefault: true, lineNumbers: false, origins: false }),
};
