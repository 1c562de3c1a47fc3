import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { readdirSync } from "node:fs";
import shop from "./lint/rules.js";

const features = readdirSync(new URL("src/features", import.meta.url), { withFileTypes: true })
  .filter((d) => d.isDirectory())
  .map((d) => d.name);

const inside = (group, message) => ({ group, message });
/** A feature's face is its index and, for what few pages need, its `parts`. */
const insidesOf = (name) => [`@/features/${name}/*`, `!@/features/${name}/parts`];
const noFeatureInsides = inside(
  features.flatMap(insidesOf),
  "Import from the feature's index or parts, never from its insides.",
);
const noParents = inside(["../*"], "Use the @/ alias; only neighbours are imported by a relative path.");
const noRoutes = inside(["@/routes/*", "@/app/*"], "Only app composes routes.");

const restrict = (...patterns) => ({ "no-restricted-imports": ["error", { patterns }] });

export default tseslint.config(
  { ignores: ["dist", "dist-server", "src/generated", "node_modules"] },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked, reactHooks.configs.flat["recommended-latest"], jsxA11y.flatConfigs.strict],
    plugins: { shop },
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "jsx-a11y/no-redundant-roles": ["error", { ul: ["list"], ol: ["list"] }],
      "max-lines": ["error", 400],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/theme/**", "src/**/*.test.*"],
    rules: { "shop/no-raw-colour": "error" },
  },
  {
    files: ["src/**/*.tsx"],
    ignores: ["src/**/*.test.tsx"],
    rules: { "shop/no-path-literal": "error" },
  },
  { files: ["src/app/**"], rules: restrict(noFeatureInsides) },
  { files: ["src/routes/**"], rules: restrict(noFeatureInsides, noRoutes, noParents) },
  ...features.map((name) => ({
    files: [`src/features/${name}/**`],
    rules: restrict(
      inside(features.filter((f) => f !== name).flatMap(insidesOf), "Import from the feature's index or parts."),
      noRoutes,
    ),
  })),
  {
    files: ["src/ui/**"],
    rules: restrict(
      inside(["@apollo/*", "graphql", "@/generated/*", "!@/generated/lang-keys", "@/features/*"], "ui/ knows no GraphQL and no feature."),
      noRoutes,
    ),
  },
  {
    files: ["src/lib/**"],
    rules: restrict(inside(["@/features/*", "@/ui/*"], "lib/ stands below features and ui."), noRoutes),
  },
);
