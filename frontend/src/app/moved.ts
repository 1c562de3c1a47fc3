// The same rules as the server's shop/web/redirects.py.

/** Addresses of earlier years. */
export const oldPaths: Readonly<Record<string, string>> = {
  "/merch": "/categories",
  "/merch/:slug": "/categories/:slug",
  "/item": "/categories",
  "/item/:slug": "/products/:slug",
  "/product": "/categories",
  "/product/:slug": "/products/:slug",
  "/tickets": "/events",
  "/tickets/:slug": "/events/:slug",
  "/ticket": "/events",
  "/ticket/:slug": "/events/:slug",
  "/event": "/events",
  "/event/:slug": "/events/:slug",
};

export interface PathRedirect {
  source: string;
  target: string;
}

const plain = (path: string): string => path.split(/[?#]/, 1)[0]?.replace(/\/+$/, "") || "/";

function oldPath(path: string): string {
  const [, word = "", slug = "", more] = path.split("/");
  if (more !== undefined) return "";
  return (oldPaths[`/${word}${slug && "/:slug"}`] ?? "").replace(":slug", () => slug);
}

/**
 * Where a path of the shop leads in the end: another path, another site, or "" for nowhere. Circles lead nowhere, and
 * so does what the map says leads nowhere, though it be an address of earlier years.
 */
export function movedTo(redirects: readonly PathRedirect[], path: string): string {
  const onward = (at: string) => redirects.find((one) => one.source === at)?.target;
  let at = plain(path);
  let target = onward(at) ?? "";
  const seen = new Set([at]);
  while (target.startsWith("/")) {
    at = plain(target);
    if (seen.has(at)) {
      target = "";
      break;
    }
    seen.add(at);
    const next = onward(at) ?? oldPath(at);
    if (!next) return target;
    target = next;
  }
  const first = plain(path);
  return target || (onward(first) === "" ? "" : oldPath(first));
}
