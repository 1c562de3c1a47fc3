import { useId, useState, type SubmitEvent } from "react";
import { useTexts } from "@/lib/texts/i18n";

interface Props {
  /** Leads to what was typed; false when the plan has none such. */
  onFind: (text: string) => boolean;
  onClose: () => void;
}

/** "Block, Reihe, Platz": for who knows where to sit and would rather type than look. */
export function FindField({ onFind, onClose }: Props) {
  const { t } = useTexts();
  const id = useId();
  const [text, setText] = useState("");
  const [missed, setMissed] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (text.trim()) setMissed(onFind(text) ? "" : text.trim());
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any of its parts
    <form
      role="search"
      className="absolute inset-x-3 top-3 z-10 rounded-card rule bg-raised p-3 text-ink sm:right-auto sm:w-88"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <label htmlFor={`${id}-seat`} className="mb-1 block text-sm font-[600]">
        {t("LANG_SEATMAP_FIND_LABEL")}
      </label>
      <div className="flex gap-2">
        <input
          id={`${id}-seat`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opened it wants to type
          autoFocus
          autoComplete="off"
          enterKeyHint="search"
          maxLength={80}
          aria-invalid={missed !== ""}
          aria-describedby={`${id}-missed`}
          className="h-11 w-full min-w-0 rounded-control rule bg-paper px-3"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setMissed("");
          }}
        />
        <button type="submit" className="display h-11 shrink-0 rounded-control bg-ink px-4 pt-0.5 text-paper">
          {t("LANG_SEATMAP_FIND_GO")}
        </button>
        <button
          type="button"
          aria-label={t("LANG_ALLG_CLOSE")}
          className="display size-11 shrink-0 rounded-control text-xl hover:bg-ink hover:text-paper"
          onClick={onClose}
        >
          ×
        </button>
      </div>
      <p role="status" id={`${id}-missed`} className="text-sm font-[600] text-danger">
        {missed && <span className="block pt-2">{t("LANG_SEATMAP_FIND_NONE", { text: missed })}</span>}
      </p>
    </form>
  );
}
