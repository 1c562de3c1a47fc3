import { useEffect, useEffectEvent, useState } from "react";
import { suggestMail, type Details } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { EmailField } from "@/ui/form/fields";
import type { FormOf } from "@/ui/form/use-form";
import { LABELS } from "./details";

/** The e-mail, and the address that was probably meant, offered once it is left. */
export function BuyerEmail({ form }: { form: FormOf<Details> }) {
  const { t } = useTexts();
  const field = form.text("email");
  const { value } = field;
  const [offer, setOffer] = useState<{ of: string; meant: string | null }>();
  const meant = offer?.of === value ? offer.meant : null;
  const suggest = (mail: string) => {
    if (mail) void suggestMail(mail).then((meant) => setOffer({ of: mail, meant }));
  };
  const suggestAtFirst = useEffectEvent(() => suggest(value));
  useEffect(() => suggestAtFirst(), []);
  const hint = (
    <p role="status" className="text-sm">
      {meant ? (
        <>
          {t("LANG_CHECKOUT_MAIL_SUGGESTION")}{" "}
          <button
            type="button"
            className="min-h-11 font-[650] underline [overflow-wrap:anywhere] hover:no-underline"
            onClick={() => {
              form.set("email", meant);
              document.getElementById(field.id)?.focus();
            }}
          >
            {meant}
          </button>
          ?
        </>
      ) : (
        <span className="text-ink-soft">{t("LANG_CHECKOUT_MAIL_WHY")}</span>
      )}
    </p>
  );
  return (
    <EmailField
      {...field}
      label={t(LABELS.email)}
      aria-required
      hint={hint}
      onBlur={(event) => {
        suggest(event.target.value);
        field.onBlur?.();
      }}
    />
  );
}
