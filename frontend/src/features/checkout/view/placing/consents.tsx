import { useState, type ReactNode } from "react";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { TickField } from "@/ui/field";
import { DocumentLink } from "@/ui/link";

const BOXES = { terms: "accept-terms", age: "accept-age" } as const;

interface Asked {
  /** the goods, or a carrier that looks at an ID, are for adults */
  asksAge: boolean;
}

/** What a buyer agrees to before ordering, and which of it is missing. */
export function useConsents({ asksAge }: Asked) {
  const { t } = useTexts();
  const [terms, setTerms] = useState(false);
  const [age, setAge] = useState(false);
  const missing = [
    ...(terms ? [] : [{ field: BOXES.terms, text: t("LANG_CHECKOUT_ERROR_TERMS") }]),
    ...(!asksAge || age ? [] : [{ field: BOXES.age, text: t("LANG_CHECKOUT_ERROR_AGE") }]),
  ];
  return { asksAge, terms, age, setTerms, setAge, missing };
}

interface Props {
  consents: ReturnType<typeof useConsents>;
  /** what is missing is marked */
  marked: boolean;
  /** a carrier looks at an ID, whose terms are agreed to in the same box */
  looks: boolean;
  /** what may be ticked besides */
  children?: ReactNode;
}

export function Consents({ consents, marked, looks, children }: Props) {
  const { t } = useTexts();
  const { asksAge, terms, age, setTerms, setAge, missing } = consents;
  const errorOf = (field: string) => (marked ? missing.find((problem) => problem.field === field)?.text : undefined);
  return (
    <section aria-labelledby="consents" className="mt-8">
      <h2 id="consents" className="display mb-2 text-2xl">
        {t("LANG_CHECKOUT_CONSENTS")}
      </h2>
      <TickField
        id={BOXES.terms}
        checked={terms}
        aria-required
        error={errorOf(BOXES.terms)}
        onChange={(event) => setTerms(event.target.checked)}
      >
        {t("LANG_CHECKOUT_TERMS")}{" "}
        <DocumentLink to={paths.terms()} target="_blank" rel="noopener" className="underline hover:no-underline">
          {t("LANG_CHECKOUT_TERMS_LINK")}
        </DocumentLink>
      </TickField>
      {asksAge && (
        <TickField
          id={BOXES.age}
          checked={age}
          aria-required
          error={errorOf(BOXES.age)}
          onChange={(event) => setAge(event.target.checked)}
        >
          {t(looks ? "LANG_CHECKOUT_AGE_CARRIER" : "LANG_CHECKOUT_AGE")}
        </TickField>
      )}
      {children}
      <p className="text-sm text-ink-soft">
        {t("LANG_CHECKOUT_PRIVACY")}{" "}
        <DocumentLink to={paths.dataPolicy()} target="_blank" rel="noopener" className="underline hover:no-underline">
          {t("LANG_CHECKOUT_PRIVACY_LINK")}
        </DocumentLink>
      </p>
    </section>
  );
}
