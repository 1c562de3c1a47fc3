import type { ViteDevServer } from "vite";
import { LANGUAGES, SOURCE_LANGUAGE } from "../codegen/languages.ts";
import { sampleAnswer } from "./answers.ts";
import { shop } from "./fixtures.ts";

const PATHS: [RegExp, string, string][] = [
  [/^\/artists$/, "artists", "ARTISTS"],
  [/^\/artists\/(.+)/, "artist", "ARTIST"],
  [/^\/categories$/, "categories", "CATEGORIES"],
  [/^\/categories\/(.+)/, "category", "CATEGORY"],
  [/^\/products\/(.+)/, "product", "PRODUCT"],
  [/^\/events$/, "events", "EVENTS"],
  [/^\/events\/(.+)/, "event", "EVENT"],
  [/^\/tours\/(.+)/, "tour", "TOUR"],
];

function picture(name: string): string {
  const [, kind = "", n = "0", w = "500", h = "500"] = /^(\w+)-(\d+)-(\d+)x(\d+)/.exec(name) ?? [];
  const hue = (Number(kind.replace(/\D/g, "")) * 75 + 260) % 360;
  const width = Number(w);
  const height = Number(h);
  const lines = Array.from({ length: 40 }, (_, i) => {
    const r = (i + 1) * 0.018 * Math.max(width, height);
    return `<ellipse cx="${width / 2 + Number(n) * 7}" cy="${height / 2}" rx="${r}" ry="${r * (0.6 + (i % 5) * 0.1)}" fill="none" stroke="hsl(${hue + i * 3} 70% ${25 + i}%)" stroke-width="${width / 120}"/>`;
  });
  const shirt = kind.startsWith("shirt");
  const shape = `<path transform="translate(${width / 2} ${height / 2}) scale(${width / 400})" d="M-150-90-70-140q70 60 140 0l80 50-40 80-40-20v180h-140v-180l-40 20z" fill="hsl(${hue} 20% 16%)"/><circle cx="${width / 2}" cy="${height / 2}" r="${width / 8}" fill="hsl(${hue} 80% 65%)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"><rect width="100%" height="100%" fill="hsl(${hue} ${shirt ? "12% 86%" : "55% 14%"})"/>${shirt ? shape : lines.join("")}</svg>`;
}

export function servePages(server: ViteDevServer): void {
  server.middlewares.use((request, response, next) => {
    const url = new URL(request.url ?? "/", "http://dev");
    const send = (type: string, body: string) => {
      response.setHeader("content-type", type);
      response.end(body);
    };
    const img = /^\/dev\/img\/(.+)\.svg$/.exec(url.pathname)?.[1];
    if (img) {
      send("image/svg+xml", picture(img));
      return;
    }
    if (url.pathname === "/graphql") {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body =
          request.method === "POST" ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : null;
        const name = (body?.["operationName"] ?? url.searchParams.get("operationName") ?? "") as string;
        const variables = (body?.["variables"] ?? JSON.parse(url.searchParams.get("variables") ?? "{}")) as Record<
          string,
          unknown
        >;
        void sampleAnswer(name, variables).then((answer) => send("application/json", JSON.stringify(answer)));
      });
      return;
    }
    if (!request.headers.accept?.includes("text/html") || /^\/(@|src|node_modules)/.test(url.pathname)) {
      next();
      return;
    }
    const band = url.pathname === "/band" || url.searchParams.has("band");
    const base = url.pathname.startsWith("/band") ? "/band" : "";
    const path = url.pathname.slice(base.length) || "/";
    const found = PATHS.map(([pattern, route, operation]) => ({ route, operation, match: pattern.exec(path) })).find(
      (p) => p.match,
    );
    const home = band || base ? ["band-home", "BAND_HOME"] : ["main-home", "MAIN_HOME"];
    const operation = found?.operation ?? (path === "/" ? home[1] : undefined);
    const variables = found?.match?.[1] ? { slug: found.match[1] } : {};
    void (async () => {
      const data = operation ? (await sampleAnswer(operation, variables)).data : null;
      const locale =
        url.searchParams.get("lang") ?? /locale=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? SOURCE_LANGUAGE;
      const shopData = {
        shop: shop(base !== ""),
        locale,
        languages: LANGUAGES.map((code) => ({
          code,
          name: new Intl.DisplayNames(code, { type: "language" }).of(code),
        })),
        basePath: base,
        shopSlug: "merchstand",
        graphqlUrl: "/graphql",
        restUrl: "/rest/",
        testMode: false,
      };
      const pageData = operation && { operation, variables, data, status: 200, route: found?.route ?? home[0] };
      const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
      const theme = url.searchParams.get("theme") ?? "";
      const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Merchstand</title>
<link rel="stylesheet" href="/src/theme/main.css">${theme ? `<link rel="stylesheet" href="/dev/${theme}.css">` : ""}
<script type="application/json" id="shop-data">${json(shopData)}</script>${pageData ? `<script type="application/json" id="page-data">${json(pageData)}</script>` : ""}
<div id="app"></div><script type="module" src="/src/app/entry.tsx"></script></html>`;
      send("text/html", await server.transformIndexHtml(url.pathname, html));
    })();
  });
}
