// node dev/seat-map/build.ts FOLDER: builds this page with the shop's own settings for production.
import { fileURLToPath } from "node:url";
import { lingui } from "@lingui/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const outDir = process.argv[2];
if (!outDir) throw new Error("which folder?");
await build({
  configFile: false,
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
  resolve: { alias: { "@": fileURLToPath(new URL("../../src", import.meta.url)) } },
  plugins: [react(), lingui(), tailwindcss()],
  build: { outDir, emptyOutDir: true, target: "es2023", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
