import type { ComponentProps, ReactNode } from "react";
import { paths } from "@/lib/paths";
import type { Problem } from "@/lib/sending/refusal";
import { useTexts } from "@/lib/texts/i18n";
import { TickField } from "@/ui/field";
import { DocumentLink } from "@/ui/link";
import { TitledSection } from "@/features/checkout/view/titled-section";

export const CONSENT_IDS = { terms: "accept-terms", age: "accept-age" } as const;

/** Which consent is missing. `asksAge`: the goods, or a carrier that checks the age, are for adults. */
export const consentProblems = (given: { terms: boolean; age: boolean }, asksAge: boolean): Problem[] => [
  ...(given.terms ? [] : [{ field: "terms", text: "LANG_CHECKOUT_ERROR_TERMS" } as const]),
  ...(!asksAge || given.age ? [] : [{ field: "age", text: "LANG_CHECKOUT_ERROR_AGE" } as const]),
];

type Tick = Omit<ComponentProps<typeof TickField>, "children">;

interface Props {
  terms: Tick;
  /** null where the age is not asked for */
  age: Tick | null;
  /** a carrier checks the age, whose terms are agreed to in the same box */
  carrierChecksAge: boolean;
  /** what may be ticked besides */
  children?: ReactNode;
}

/** What a buyer agrees to before ordering. */
export function Consents({ terms, age, carrierChecksAge, children }: Props) {
  const { t } = useTexts();
  return (
    <TitledSection id="consents" title={t("LANG_CHECKOUT_CONSENTS")} className="mt-8">
      <TickField {...terms} aria-required>
        {t("LANG_CHECKOUT_TERMS")}{" "}
        <DocumentLink to={paths.terms()} target="_blank" rel="noopener" className="underline hover:no-underline">
          {t("LANG_CHECKOUT_TERMS_LINK")}
        </DocumentLink>
      </TickField>
      {age && (
        <TickField {...age} aria-required>
          {t(carrierChecksAge ? "LANG_CHECKOUT_AGE_CARRIER" : "LANG_CHECKOUT_AGE")}
        </TickField>
      )}
      {children}
      <p className="text-sm text-ink-soft">
        {t("LANG_CHECKOUT_PRIVACY")}{" "}
        <DocumentLink to={paths.dataPolicy()} target="_blank" rel="noopener" className="underline hover:no-underline">
          {t("LANG_CHECKOUT_PRIVACY_LINK")}
        </DocumentLink>
      </p>
    </TitledSection>
  );
}
