import { playwright } from "@vitest/browser-playwright";
import { defineConfig, mergeConfig } from "vitest/config";
import shop from "./vite.config.ts";

// Named here, as whatever is found on the way makes the page load anew in the middle of a test.
const PREBUNDLED = [
  ...["react", "react/jsx-runtime", "react/jsx-dev-runtime", "react-dom", "react-dom/client", "react-dom/server"],
  ...["react-router", "react-hook-form", "@apollo/client", "@apollo/client/errors", "graphql", "rxjs"],
  ...["@lingui/core", "@lingui/react", "valibot", "@sentry/browser"],
  ...["altcha-lib", "altcha-lib/algorithms/web/pbkdf2", "altcha-lib/workers/shared"],
  ...["@testing-library/react", "axe-core"],
];

/** What is laid out, drawn, pointed at or tabbed through, in a Chromium; everything else where nothing is drawn. */
const IN_BROWSER = ["src/**/*.browser.test.tsx", "plain/**/*.browser.test.tsx"];

// The launcher's; else the one of the system's package, which costs a sixth less than one with windows.
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
// As tests/browsers.py has them, where the reasons stand.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--renderer-process-limit=1",
  "--js-flags=--no-maglev,--no-turbofan",
];

export default defineConfig((env) =>
  mergeConfig(shop(env), {
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "jsdom",
            environment: "jsdom",
            // Made once per worker: that took most of the time.
            pool: "vmThreads",
            include: [
              "src/**/*.test.{ts,tsx}",
              "entrance/**/*.test.ts",
              "plain/**/*.test.ts",
              "codegen/**/*.test.ts",
              "build/**/*.test.ts",
            ],
            exclude: IN_BROWSER,
            setupFiles: ["src/testing/setup.ts"],
          },
        },
        {
          extends: true,
          optimizeDeps: { include: PREBUNDLED, noDiscovery: true },
          test: {
            name: "browser",
            include: IN_BROWSER,
            setupFiles: ["src/testing/browser-setup.ts"],
            // One page for all files: what a module keeps, a test puts back.
            isolate: false,
            // As long as a busy machine takes.
            testTimeout: 60_000,
            expect: { poll: { timeout: 10_000 } },
            fileParallelism: false,
            browser: {
              enabled: true,
              headless: true,
              ui: false,
              screenshotFailures: false,
              dependencySourcemaps: false,
              viewport: { width: 1440, height: 900 },
              provider: playwright({ launchOptions: { executablePath: CHROMIUM, args: FLAGS } }),
              instances: [{ browser: "chromium" }],
            },
          },
        },
      ],
    },
  }),
);
