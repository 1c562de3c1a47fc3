import { formatter } from "@lingui/format-po";
import { withDeadlines } from "./codegen/deadlines.ts";
import { LANGUAGES, SOURCE_LANGUAGE } from "./codegen/languages.ts";
import { TEXT_GROUPS } from "./src/lib/texts/text-groups.ts";

const po = formatter({ explicitIdAsDefault: true, lineNumbers: false, origins: false });

export default {
  sourceLocale: SOURCE_LANGUAGE,
  locales: [...LANGUAGES],
  catalogs: TEXT_GROUPS.map((name) => ({ path: `<rootDir>/../locale/{locale}/${name}`, include: ["<rootDir>/src"] })),
  format: {
    ...po,
    parse: (content: string, about: Parameters<typeof po.parse>[1]) => po.parse(withDeadlines(content), about),
  },
};
