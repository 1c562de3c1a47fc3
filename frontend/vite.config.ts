import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { chunkLoading } from "./build/chunk-loading.ts";
import { devPages } from "./dev/pages.ts";

const SERVER = fileURLToPath(new URL("src/app/server.tsx", import.meta.url));
const ENTRY = fileURLToPath(new URL("src/app/entry.tsx", import.meta.url));

/** What forms are made of: no page has one in its first view but the checkout's. */
const OF_FORMS =
  /(?:ui\/(?:field|form\/[\w-]+|dialog\/dialog-form)|lib\/(?:sending\/[\w-]+|links|iban|holder-problems)|after-sale\/tickets\/[\w-]+)\.tsx?/;
/** What pages of forms need as well as those of the sale, whose cards and rows stay out of the former. */
const OF_ALL =
  /(?:lib\/(?:error-reports|money|use-money|use-loaded|time\/dates|wire\/use-answer|texts\/overlay-texts)|ui\/(?:notice-box|rich-text|page\/[\w-]*(?:title|found))|features\/page\/)/;
const NOT_OF_SALE = /^(?!.*features\/(?:cart|checkout)\/)/;

/** What writes pages on the server: one file with everything in it. */
const server = {
  outDir: "dist-server",
  emitAssets: false,
  target: "node22",
  rolldownOptions: { input: [SERVER], output: { entryFileNames: "server.js", codeSplitting: false } },
};

export default defineConfig(({ mode, isSsrBuild }) => ({
  root: import.meta.dirname,
  base: mode === "development" || mode === "test" ? "/" : "/static/",
  resolve: {
    alias: { "@": fileURLToPath(new URL("src", import.meta.url)) },
    // rxjs ships ES5 by default, a fifth larger.
    conditions: ["es2015", ...defaultClientConditions],
  },
  plugins: [react(), lingui(), tailwindcss(), mode === "test" ? [] : devPages(), chunkLoading()],
  server: { host: "127.0.0.1", port: Number(process.env.VITE_PORT ?? 5173), fs: { allow: [".."] } },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? server
    : {
        outDir: "dist",
        manifest: true,
        sourcemap: true,
        target: "es2023",
        // A texture of the paper is a few hundred bytes that the first paint would wait for.
        assetsInlineLimit: (file) => file.includes("/textures/"),
        cssTarget: ["chrome111", "firefox128", "safari16.4"],
        cssCodeSplit: false,
        rolldownOptions: {
          input: [ENTRY],
          output: {
            entryFileNames: "assets/[name]-[hash].js",
            chunkFileNames: "assets/[name]-[hash].js",
            // Left alone, the bundler splits by who shares what: dozens of tiny files a page, and 7 KB more.
            codeSplitting: {
              groups: [
                { name: "core", tags: ["$initial"] },
                { name: "basics", test: OF_ALL },
                { name: "forms", test: OF_FORMS, minShareCount: 2 },
                { name: "shared", test: NOT_OF_SALE, minShareCount: 5 },
                { name: "cart", test: /features\/cart\/(?!model\/holders|view\/holders\/)/, minShareCount: 2 },
                // What the drawer needs no sooner than a name is entered.
                { name: "holders", test: /features\/cart\/(?:model\/holders|view\/holders\/)/ },
                // What only some of its pages need.
                {
                  name: "checkout",
                  test: /features\/checkout\/(?!express\/|view\/(?:order-|placing\/|choice-list|address-lines|invoices)|model\/(?:arrival|payment|placing-trouble)|api\/(?:express|order|use-(?:activity|choices|go-on|order|place-order|confirmation|cancelled)))/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
}));
