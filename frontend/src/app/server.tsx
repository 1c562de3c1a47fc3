// What shop/core/http/renderer.py runs: one line of JSON in, one out. The browser hydrates what is written here.
import { createInterface } from "node:readline";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { App } from "@/app/app";
import { loadModule } from "@/app/route-modules";
import { notFound, routesOf } from "@/app/route-table";
import { prepareSeatedSale } from "@/features/seat-map";
import { createClient } from "@/lib/wire/client";
import { i18n } from "@lingui/core";
import { loadAllTexts } from "@/lib/texts/i18n";
import type { PageData, ShopPage } from "@/lib/shop-data";

interface Wanted {
  /** comes back with the answer */
  number: number;
  /** path and query, below the shop's base path */
  address: string;
  page: ShopPage;
  data: PageData | null;
}

function html({ address, page, data }: Wanted): string {
  i18n.activate(page.locale);
  const routes = routesOf(page.shop.isBand);
  const client = createClient(data, () => Promise.reject(new Error("a page on the server has all its data")));
  const markup = renderToString(
    <App client={client} page={page} routes={routes}>
      {(tree) => (
        <StaticRouter basename={page.basePath || "/"} location={page.basePath + address}>
          {tree}
        </StaticRouter>
      )}
    </App>,
  );
  // React writes a page that throws as an empty place for the browser to fill.
  if (markup.includes("<!--$!-->")) throw new Error("the page threw");
  if (data?.data && markup.includes('aria-busy="true" class="loader'))
    throw new Error("the page does not show its answer");
  return markup;
}

/** The page's HTML, or why there is none. */
function answer(wanted: Wanted): { number: number } & ({ html: string } | { error: string }) {
  const { number } = wanted;
  try {
    return { number, html: html(wanted) };
  } catch (error) {
    return { number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function start(): Promise<void> {
  const everything = [...routesOf(true), ...routesOf(false), notFound];
  await Promise.all([...everything.map((route) => loadModule(route, false)), prepareSeatedSale(), loadAllTexts()]);
  // Answers alone go to the output.
  console.log = console.info = console.debug = console.error;
  process.stdout.write("ready\n");
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(answer(JSON.parse(line) as Wanted))}\n`);
  }
}

void start();
