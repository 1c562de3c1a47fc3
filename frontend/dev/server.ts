import type { ViteDevServer } from "vite";

export function servePages(_server: ViteDevServer): void {
  // filled below
}
