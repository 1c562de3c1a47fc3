import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The page at the entrance and its worker: apart from the shop's pages, whose first load they must not change. */
export default defineConfig({
  root: file(".."),
  base: "/static/entrance/",
  build: {
    outDir: "dist/entrance",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [file("main.ts"), file("worker.ts")],
      output: {
        entryFileNames: "[name]-[hash].js",
        chunkFileNames: "[name]-[hash].js",
        assetFileNames: "[name]-[hash][extname]",
      },
    },
  },
});
