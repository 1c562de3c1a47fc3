import { formatter } from "@lingui/format-po";
import { TEXT_GROUPS } from "./src/lib/texts/text-groups.ts";

export default {
  sourceLocale: "de",
  locales: ["de", "en"],
  catalogs: TEXT_GROUPS.map((name) => ({ path: `<rootDir>/../locale/{locale}/${name}`, include: ["<rootDir>/src"] })),
  format: formatter({ explicitIdAsDefault: true, lineNumbers: false, origins: false }),
};
