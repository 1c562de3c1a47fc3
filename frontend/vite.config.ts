import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { devPages } from "./dev/pages.ts";

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: mode === "development" || mode === "test" ? "/" : "/static/",
  resolve: {
    alias: { "@": fileURLToPath(new URL("src", import.meta.url)) },
    // rxjs ships ES5 by default, a fifth larger.
    conditions: ["es2015", ...defaultClientConditions],
  },
  plugins: [react(), lingui(), tailwindcss(), devPages()],
  server: { host: "127.0.0.1", port: Number(process.env.VITE_PORT ?? 5173), fs: { allow: [".."] } },
  build: {
    outDir: "dist",
    manifest: true,
    sourcemap: true,
    target: "es2023",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: "src/app/entry.tsx",
      output: { entryFileNames: "assets/[name]-[hash].js", chunkFileNames: "assets/[name]-[hash].js" },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}", "codegen/**/*.test.ts", "build/**/*.test.ts"],
    setupFiles: ["src/testing/setup.ts"],
  },
}));
