import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The script of the server's own pages, and the worker of kept tickets: apart from the shop's, whose first load it must not change. */
export default defineConfig({
  root: file(".."),
  base: "/static/plain/",
  resolve: { alias: { "@": file("../src") } },
  build: {
    outDir: "dist/plain",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    assetsDir: "",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [file("work.ts"), file("kept-tickets.ts")],
      output: { entryFileNames: "[name]-[hash].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
