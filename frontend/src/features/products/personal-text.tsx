import { useId, type Ref } from "react";
import { MAX_PERSONALISATION } from "@/lib/limits";
import { useTexts } from "@/lib/texts/i18n";

interface Props {
  ref?: Ref<HTMLInputElement>;
  value: string;
  hint: string | null;
  onChange: (value: string) => void;
}

/** What is printed on a personalised piece (catalogue §5). */
export function PersonalText({ ref, value, hint, onChange }: Props) {
  const { t } = useTexts();
  const id = useId();
  return (
    <p className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-[600]">
        {t("LANG_ITEM_PERSONALISATION")}
      </label>
      <input
        ref={ref}
        id={id}
        className="h-12 rounded-control rule bg-raised px-3"
        maxLength={MAX_PERSONALISATION}
        autoComplete="off"
        required
        aria-invalid={hint !== null}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="flex min-h-5 justify-between gap-3 text-sm">
        <span id={`${id}-hint`} aria-live="polite" className="font-[600] text-danger">
          {hint}
        </span>
        <span aria-hidden="true" className="figures text-ink-soft">
          {value.length}/{MAX_PERSONALISATION}
        </span>
      </span>
    </p>
  );
}
