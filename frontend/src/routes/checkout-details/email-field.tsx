import { useEffect, useEffectEvent, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { suggestMail } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { TextField } from "@/ui/field";
import { fieldId, LABELS } from "./field-texts";

interface Props {
  value: string;
  error: string | undefined;
  field: UseFormRegisterReturn<"email">;
  onSuggestion: (mail: string) => void;
}

/** The e-mail, and the address that was probably meant, offered once it is left. */
export function EmailField({ value, error, field, onSuggestion }: Props) {
  const { t } = useTexts();
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
              onSuggestion(meant);
              document.getElementById(fieldId("email"))?.focus();
            }}
          >
            {meant}
          </button>
        </>
      ) : (
        <span className="text-ink-soft">{t("LANG_CHECKOUT_MAIL_WHY")}</span>
      )}
    </p>
  );
  return (
    <TextField
      id={fieldId("email")}
      type="email"
      label={t(LABELS.email)}
      autoComplete="email"
      inputMode="email"
      spellCheck={false}
      autoCapitalize="off"
      aria-required
      error={error}
      hint={hint}
      {...field}
      onBlur={(event) => {
        suggest(event.target.value);
        void field.onBlur(event);
      }}
    />
  );
}
