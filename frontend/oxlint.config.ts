import { defineConfig } from "oxlint";
import { existsSync, readdirSync } from "node:fs";
import { UNUSED_EXPORTS } from "./build/lean-react.ts";
import { ACCESS, BASICS, REACT, TYPES } from "./lint/rule-names.ts";

const foldersIn = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
/** A folder without a face of its own holds features. */
const features = foldersIn("src/features/").flatMap((name) =>
  existsSync(new URL(`src/features/${name}/index.ts`, import.meta.url))
    ? [name]
    : foldersIn(`src/features/${name}/`).map((inner) => `${name}/${inner}`),
);

const banned = (group: string[], message: string) => ({ group, message });
/** A feature's face is its index and, for what few pages need, its `parts`. */
const insidesOf = (name: string) => [`@/features/${name}/**`, `!@/features/${name}/parts`];
const noFeatureInsides = banned(
  features.flatMap(insidesOf),
  "Import from the feature's index or parts, never from its insides.",
);
const noParents = banned(["../**"], "Use the @/ alias; only neighbours are imported by a relative path.");
const noRoutes = banned(["@/routes/**", "@/app/**"], "Only app composes routes.");

/** What build/lean-react.ts leaves out of a build. */
const noMissingParts = [
  {
    name: "react",
    importNames: [
      ...UNUSED_EXPORTS["react.production.js"],
      "Activity",
      "Profiler",
      "ViewTransition",
      "useActionState",
      "useOptimistic",
    ],
  },
  { name: "react-dom", importNames: [...UNUSED_EXPORTS["react-dom.production.js"]] },
  // Its compiled hooks call useMemoCache.
  { name: "@apollo/client/react" },
].map((one) => ({ ...one, message: "A build leaves it out: build/lean-react.ts." }));

const restrict = (...patterns: ReturnType<typeof banned>[]) => ({
  "no-restricted-imports": ["error", { paths: noMissingParts, patterns }] as ["error", object],
});

export default defineConfig({
  plugins: ["typescript", "react", "jsx-a11y"],
  jsPlugins: [{ name: "shop", specifier: "./lint/rules.js" }],
  categories: { correctness: "off" },
  options: { typeAware: true },
  ignorePatterns: ["dist", "dist-server", "src/generated", "node_modules", "**/*.js"],
  rules: { ...BASICS, ...TYPES, ...REACT, ...ACCESS, "max-lines": ["error", 400] },
  overrides: [
    {
      files: ["src/**/*.{ts,tsx}"],
      excludeFiles: ["src/theme/**", "src/**/*.test.*"],
      rules: { "shop/no-raw-colour": "error" },
    },
    {
      files: ["src/**/*.tsx"],
      excludeFiles: ["src/**/*.test.tsx"],
      rules: { "shop/no-path-literal": "error", "shop/no-missing-parts": "error" },
    },
    { files: ["src/app/**"], rules: restrict(noFeatureInsides) },
    { files: ["src/routes/**"], rules: restrict(noFeatureInsides, noRoutes, noParents) },
    ...features.map((name) => ({
      files: [`src/features/${name}/**`],
      rules: restrict(
        banned(
          features.filter((other) => other !== name).flatMap(insidesOf),
          "Import from the feature's index or parts.",
        ),
        noRoutes,
      ),
    })),
    {
      files: ["src/ui/**"],
      rules: restrict(
        banned(
          ["@apollo/**", "graphql", "@/generated/**", "!@/generated/lang-keys", "@/features/**"],
          "ui/ knows no GraphQL and no feature.",
        ),
        noRoutes,
      ),
    },
    {
      files: ["src/lib/**"],
      rules: restrict(banned(["@/features/**", "@/ui/**"], "lib/ stands below features and ui."), noRoutes),
    },
  ],
});
