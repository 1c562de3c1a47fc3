import type { Plugin } from "vite";

// Vite wraps each `import()` in this module's function and hands it the files that the chunk needs.
const HELPER = "\0vite/preload-helper.js";

/** Lets each `import()` of a build go by src/lib/wire/load-chunk.ts. */
export function chunkLoading(): Plugin {
  let isReplaced = false;
  return {
    name: "chunk-loading",
    apply: (_, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    enforce: "pre",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite itself does not name the file of a chunk that imports no other.
          resolveDependencies: (file, imported) => [...new Set([file, ...imported])],
        },
      },
    }),
    load(id) {
      if (id !== HELPER) return null;
      isReplaced = true;
      return `export { loadChunk as __vitePreload } from "@/lib/wire/load-chunk";`;
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error(`Vite has no ${HELPER.slice(1)} any more`);
    },
  };
}
