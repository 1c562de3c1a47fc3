import { useTexts } from "@/lib/texts/i18n";
import { createRest } from "@/lib/wire/rest";
import { useShopPage } from "@/lib/shop-data";
import { useLoaded } from "@/lib/use-loaded";

export interface Country {
  code: string;
  name: string;
  /** what a whole postal code matches; empty where none is known */
  postCodes: string;
}

const NONE: readonly Country[] = [];
const known = new Map<string, Promise<readonly Country[]>>();

function load(restUrl: string, key: string): Promise<readonly Country[]> {
  const loading =
    known.get(key) ??
    createRest(restUrl)("GET", "countries?of=cart").then((rows) =>
      rows.map(({ countryCode, name, postCodePattern }) => ({ code: countryCode, name, postCodes: postCodePattern })),
    );
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}

/** Where all that is in the cart can go, in the page's language; kept for these lines. Empty while loading. */
export function useCountries({ items }: { items: readonly { id: string }[] }): {
  countries: readonly Country[];
  failed: boolean;
  retry: () => void;
} {
  const { restUrl } = useShopPage();
  const { locale } = useTexts();
  const key = [restUrl, locale, ...items.map(({ id }) => id)].join(" ");
  const { data = NONE, error, retry } = useLoaded(key, () => load(restUrl, key));
  return { countries: data, failed: error !== undefined, retry };
}
