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

function load(restUrl: string, locale: string): Promise<readonly Country[]> {
  const key = `${restUrl} ${locale}`;
  const loading =
    known.get(key) ??
    createRest(restUrl)<{ countryCode: string; name: string; postCodePattern: string }[]>("GET", "countries").then((rows) =>
      rows.map(({ countryCode, name, postCodePattern }) => ({ code: countryCode, name, postCodes: postCodePattern })),
    );
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}

/** The countries that are delivered to, in the page's language; kept per language. Empty while loading. */
export function useCountries(): { countries: readonly Country[]; failed: boolean; retry: () => void } {
  const { restUrl } = useShopPage();
  const { locale } = useTexts();
  const { data = NONE, error, retry } = useLoaded(`${restUrl} ${locale}`, () => load(restUrl, locale));
  return { countries: data, failed: error !== undefined, retry };
}
