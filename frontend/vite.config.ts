import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";
import { chunkLoading } from "./build/chunk-loading.ts";
import { leanReact } from "./build/lean-react.ts";
import { leanRouter } from "./build/lean-router.ts";
import { devPages } from "./dev/pages.ts";

const SERVER = fileURLToPath(new URL("src/app/server.tsx", import.meta.url));
const ENTRY = fileURLToPath(new URL("src/app/entry.tsx", import.meta.url));

const MANY_PAGES = 10;
const LEAST_BYTES = 300;
/** Forms and dialogs: many pages lead to one, but those of the catalogue open without. */
const FORMS = /\/src\/(ui\/(form\/|error-summary|field\.|dialog\/dialog(-form)?\.)|lib\/(sending\/|mail-address))/;

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
    alias: {
      "@": fileURLToPath(new URL("src", import.meta.url)),
      // Lingui takes it for React 17.
      "use-sync-external-store/shim": "react",
    },
    // rxjs ships ES5 by default, a fifth larger.
    conditions: ["es2015", ...defaultClientConditions],
  },
  plugins: [
    react(),
    lingui(),
    tailwindcss(),
    mode === "test" ? [] : devPages(),
    chunkLoading(),
    leanReact(),
    leanRouter(),
  ],
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
            chunkFileNames: ({ name }) => `assets/${name.split("~")[0] ?? name}-[hash].js`,
            // Left alone, the bundler splits by who shares what: dozens of tiny files a page, and 7 KB more. So what many
            // pages need is one file, and what few share is a file for each set of them that has enough in common.
            codeSplitting: {
              groups: [
                { name: "core", tags: ["$initial"] },
                { name: "form", test: FORMS, minShareCount: 2 },
                { name: "shared", minShareCount: MANY_PAGES },
                { name: "part", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: LEAST_BYTES },
              ],
            },
          },
        },
      },
}));
