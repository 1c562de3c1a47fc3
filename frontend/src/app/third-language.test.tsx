import { ApolloClient, ApolloLink, type ApolloLink as Link } from "@apollo/client";
import type { Messages } from "@lingui/core";
import { render } from "@testing-library/react";
import { from } from "rxjs";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { sampleAnswer } from "@/../dev/answers";
import { shop } from "@/../dev/fixtures";
import { App } from "@/app/app";
import { loadModule } from "@/app/route-modules";
import { matchRoute, routesOf } from "@/app/route-table";
import type { ShopData } from "@/generated/lib/shop";
import { paths } from "@/lib/paths";
import { CATALOGUES, catalogueOf } from "@/lib/texts/catalogues";
import { activateLocale } from "@/lib/texts/i18n";
import { TEXT_GROUPS } from "@/lib/texts/text-groups";
import { createClient } from "@/lib/wire/client";
import { createCache } from "@/lib/wire/graphql-client";
import { languages, shopPage } from "@/testing/render";
import { proves } from "@/testing/proves";

const ESPERANTO = { code: "eo", name: "Esperanto" };

/** Every text in brackets, so that what does not come from the catalogue is seen. */
const bracketed = (messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, ["‹", text, "›"].flat() as Messages[string]]));

beforeAll(() => {
  // A catalogue's file for each group is all that a language needs.
  for (const group of TEXT_GROUPS) {
    CATALOGUES[catalogueOf(group, ESPERANTO.code)] = async () => {
      const { messages } = (await CATALOGUES[catalogueOf(group, "en")]?.()) ?? { messages: {} };
      return { messages: bracketed(messages) };
    };
  }
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  // jsdom neither navigates nor scrolls.
  vi.stubGlobal("PerformanceNavigationTiming", Object);
  performance.getEntriesByType = () => [];
  window.scrollTo = () => undefined;
});

async function open(path: string) {
  const routes = routesOf(false);
  await Promise.all([loadModule(matchRoute(routes, path).route), activateLocale(ESPERANTO.code)]);
  const link = new ApolloLink(({ operationName = "", variables }) =>
    from(sampleAnswer(operationName, variables) as Promise<Link.Result>),
  );
  const client = createClient(null, () => Promise.resolve(new ApolloClient({ cache: createCache(), link })));
  const page = {
    ...shopPage(ESPERANTO.code, {}),
    languages: [...languages, ESPERANTO],
    shop: shop(false) as unknown as ShopData,
  };
  return render(
    <App client={client} page={page} routes={routes}>
      {(tree) => <MemoryRouter initialEntries={[path]}>{tree}</MemoryRouter>}
    </App>,
  );
}

it.each([
  ["start page", paths.home(), "‹Tickets›"],
  ["product", paths.product("shirt"), "‹Add to cart›"],
  ["event", paths.event("event-0"), "merkredo"],
  ["cart", paths.checkout(), "‹Cart›"],
])(
  "a third language is nothing but its texts: %s",
  proves("design §1", "a third language is files of texts: four pages and the language switch in a made-up one"),
  async (_, path, expected) => {
    const { container, findByRole } = await open(path);
    expect((await findByRole("heading", { level: 1 })).textContent).not.toBe("");
    expect(document.documentElement.lang).toBe("eo");
    await vi.waitFor(() => expect(container.textContent).toContain(expected));
    expect(
      [...container.querySelectorAll<HTMLElement>("#header a[hreflang]")].map((one) => [
        one.getAttribute("href"),
        one.lang,
        one.textContent,
      ]),
    ).toEqual([
      [`${path}?lang=de`, "de", "deDeutsch"],
      [`${path}?lang=en`, "en", "enEnglish"],
    ]);
  },
);
