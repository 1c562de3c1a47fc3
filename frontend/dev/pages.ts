import type { Plugin } from "vite";

/** Development only: serves a shell page with fixture data for every address, see dev/fixtures/. */
export function devPages(): Plugin {
  return {
    name: "dev-pages",
    apply: "serve",
    async configureServer(server) {
      const { servePages } = await import("./server.ts");
      servePages(server);
    },
  };
}
