import { useEffect, useState } from "react";
import { useTexts } from "@/lib/i18n";
import { createRest } from "@/lib/rest";
import { useShopPage } from "@/lib/shop-data";

export interface Country {
  code: string;
  name: string;
}

const known = new Map<string, Promise<readonly Country[]>>();

function load(restUrl: string, locale: string): Promise<readonly Country[]> {
  const key = `${restUrl} ${locale}`;
  const loading =
    known.get(key) ??
    createRest(restUrl)<{ country_code: string; name: string }[]>("GET", "countries").then((rows) =>
      rows.map((row) => ({ code: row.country_code, name: row.name })),
    );
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}

/** The countries that are delivered to, in the page's language; kept per language. Empty while loading. */
export function useCountries(): { countries: readonly Country[]; failed: boolean; retry: () => void } {
  const { restUrl } = useShopPage();
  const { locale } = useTexts();
  const [countries, setCountries] = useState<readonly Country[]>([]);
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let wanted = true;
    load(restUrl, locale).then(
      (list) => {
        if (!wanted) return;
        setCountries(list);
        setFailed(false);
      },
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [locale, restUrl, round]);

  return { countries, failed, retry: () => setRound((n) => n + 1) };
}
