import type { LangKey } from "@/generated/lang-keys";
import { isIban, isShortOfIban } from "@/lib/iban";
import { useTexts } from "@/lib/texts/i18n";
import { TextField, TickField } from "@/ui/field";
import { CodeField } from "@/ui/form/fields";
import type { FormOf } from "@/ui/form/use-form";
import { BANK_TRANSFER, LONGEST_NAME, type Entered } from "./model";

interface Props {
  form: FormOf<Entered>;
  /** by which the money would go back */
  method: string;
}

const WAYS: Readonly<Record<string, LangKey>> = {
  paypal: "FORM_REFUND_WAY_PAYPAL",
  paypal_express: "FORM_REFUND_WAY_PAYPAL",
};

/** The way it was paid, which a click turns into a transfer, or an account. */
export function WayBack({ form, method }: Props) {
  const { t } = useTexts();
  const { toAccount, iban } = form.entered;
  const isOverridden = toAccount && method !== BANK_TRANSFER;
  return (
    <fieldset className="mt-10">
      <legend className="display text-2xl">{t("FORM_REFUND_WAY")}</legend>
      {toAccount ? (
        <div className="mt-4 grid gap-5">
          <TextField
            {...form.text("accountName")}
            label={t("FORM_REFUND_NAME")}
            autoComplete="name"
            maxLength={LONGEST_NAME}
            aria-required
          />
          <CodeField
            {...form.text("iban")}
            label="IBAN"
            maxLength={60}
            aria-required
            hint={<IbanHint iban={iban} isMarked={!!form.errorOf("iban")} />}
          />
          <p className="max-w-read text-sm text-ink-soft">{t("FORM_REFUND_ACCOUNT_WHY")}</p>
        </div>
      ) : (
        <div className="mt-4">
          <p className="max-w-read">{t(WAYS[method] ?? "FORM_REFUND_WAY_CARD")}</p>
          <TickField {...form.tick("confirmed")} aria-required>
            {t("FORM_REFUND_CONFIRM")}
          </TickField>
        </div>
      )}
      {(isOverridden || !toAccount) && (
        <button
          type="button"
          className="mt-2 inline-flex min-h-11 items-center underline hover:no-underline"
          onClick={() => form.change({ toAccount: !toAccount })}
        >
          {t(isOverridden ? "FORM_REFUND_OVERRIDE_BACK" : "FORM_REFUND_OVERRIDE")}
        </button>
      )}
    </fieldset>
  );
}

/** Says while it is typed whether it can be an IBAN (purchase §5 "The IBAN is checked live"). */
function IbanHint({ iban, isMarked }: { iban: string; isMarked: boolean }) {
  const { t } = useTexts();
  const typed = iban.trim();
  const isRight = isIban(typed);
  const text =
    !typed || isMarked
      ? null
      : isRight
        ? "FORM_REFUND_IBAN_VALID"
        : isShortOfIban(typed)
          ? "FORM_REFUND_IBAN_SHORT"
          : "FORM_REFUND_ERROR_IBAN";
  return (
    <p aria-live="polite" className={`min-h-5 text-sm ${isRight ? "font-[600]" : "text-ink-soft"}`}>
      {text && (isRight ? `✓ ${t(text)}` : t(text))}
    </p>
  );
}
