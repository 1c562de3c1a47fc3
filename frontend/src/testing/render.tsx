import { ApolloClient, ApolloLink, type ApolloLink as Link } from "@apollo/client";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { render } from "@testing-library/react";
import { from, of } from "rxjs";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { CartProvider } from "@/features/cart";
import { documents } from "@/generated/page-documents";
import type { ShopData } from "@/generated/lib/shop";
import { ClientContext, createClient } from "@/lib/wire/client";
import { writeDocuments } from "@/lib/wire/documents";
import { createCache } from "@/lib/wire/graphql-client";
import { activateLocale } from "@/lib/texts/i18n";
import { OpenedPage } from "@/ui/dialog/opened-page";
import { DialogHost } from "@/ui/dialog/show-dialog";
import { ShopContext, type ShopPage } from "@/lib/shop-data";
import { LOCALES, type Locale } from "@/lib/languages";

/** As the server names them. */
export const languages = LOCALES.map((code) => ({
  code,
  name: new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code,
}));

writeDocuments(documents);

export const shopPage = (locale: Locale, meta: Partial<ShopData["meta"]>): ShopPage => ({
  shop: {
    name: "Merchstand",
    meta: { trimZeroDecimals: false, itemGridColumns: 4, overrideTitle: "", ...meta },
  } as ShopData,
  locale,
  languages,
  basePath: "",
  shopUrl: "https://shop.example",
  shopSlug: "merchstand",
  graphqlUrl: "/graphql",
  restUrl: "/rest/",
  testMode: false,
  sessionSeconds: 1200,
  now: new Date().toISOString(),
  isGated: false,
});

export interface Asked {
  name: string;
  variables: Record<string, unknown>;
}

interface Options {
  locale?: Locale;
  path?: string;
  /** with effects run twice, as in development */
  strict?: boolean;
  /** answers by operation name, at once or later */
  answers?: Record<string, (variables: Record<string, unknown>) => Link.Result | Promise<Link.Result>>;
  /** what the shop has set */
  meta?: Partial<ShopData["meta"]>;
}

/** Renders inside of everything that pages stand in, with answers in place of a server; `asked` lists the calls. */
export async function renderPage(
  ui: ReactNode,
  { locale = "de", path = "/", strict = false, answers = {}, meta = {} }: Options = {},
) {
  await activateLocale(locale);
  const asked: Asked[] = [];
  const link = new ApolloLink((operation) => {
    const name = operation.operationName ?? "";
    asked.push({ name, variables: operation.variables });
    const answer = answers[name]?.(operation.variables) ?? { data: null };
    return answer instanceof Promise ? from(answer) : of(answer);
  });
  const client = createClient(null, () => Promise.resolve(new ApolloClient({ cache: createCache(), link })));
  const screen = render(
    <I18nProvider i18n={i18n}>
      <ShopContext value={shopPage(locale, meta)}>
        <ClientContext value={client}>
          <MemoryRouter initialEntries={[path]}>
            <OpenedPage>
              <CartProvider>
                {ui}
                <DialogHost />
              </CartProvider>
            </OpenedPage>
          </MemoryRouter>
        </ClientContext>
      </ShopContext>
    </I18nProvider>,
    { reactStrictMode: strict },
  );
  return { ...screen, asked, client };
}
