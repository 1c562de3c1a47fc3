import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { EventFilter } from "@/features/events/filter";
import { dayOf } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { useNow } from "@/lib/time/now";
import { BUTTON, PLAIN } from "@/ui/button";

interface Props {
  filter: EventFilter;
  onChange: (filter: EventFilter) => void;
  /** nothing but the box that hides what is sold out */
  soldOutOnly?: boolean;
}

/** On phones two columns of equal width, each with its word above; elsewhere the words stand before the fields. */
const DAY =
  "flex min-w-0 flex-col gap-1 max-sm:grow max-sm:basis-[calc(50%-0.375rem)] sm:flex-row sm:items-center sm:gap-3";
const DAY_FIELD = "h-12 w-full min-w-0 rounded-control rule bg-raised px-3";

export function EventFilterBar({ filter, onChange, soldOutOnly = false }: Props) {
  const { t } = useTexts();
  const id = useId();
  const today = dayOf(new Date(useNow()));
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // On phones the fields would fill the first view, which is the dates'. What narrows them is in sight, always.
  const folds = !soldOutOnly && !open && !filter.text && !filter.from && !filter.to && !filter.hideSoldOut;
  const fold = folds ? "max-sm:hidden" : "";
  const change = (next: EventFilter) => {
    // A field that was emptied by hand stays where it has the focus.
    setOpen(true);
    onChange(next);
  };
  return (
    <form
      role="search"
      className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-6"
      onSubmit={(event) => event.preventDefault()}
    >
      {folds && (
        <button
          type="button"
          aria-expanded={false}
          className={`${BUTTON} ${PLAIN} w-full sm:hidden`}
          onClick={() => {
            flushSync(() => setOpen(true));
            field.current?.focus();
          }}
        >
          {t("LANG_EVENTS_FILTER")}
        </button>
      )}
      {!soldOutOnly && (
        <>
          <input
            ref={field}
            type="search"
            aria-label={t("LANG_EVENTS_FILTER")}
            placeholder={t("LANG_EVENTS_FILTER")}
            className={`h-12 min-w-0 grow basis-64 rounded-control rule bg-raised px-4 placeholder:text-ink-soft md:max-w-md ${fold}`}
            value={filter.text}
            onChange={(event) => change({ ...filter, text: event.target.value })}
          />
          <label className={`${DAY} ${fold}`}>
            {t("LANG_EVENTS_FROM")}
            <input
              type="date"
              className={DAY_FIELD}
              min={today}
              max={filter.to || undefined}
              value={filter.from ?? ""}
              onChange={(event) => change({ ...filter, from: event.target.value })}
            />
          </label>
          <label className={`${DAY} ${fold}`}>
            {t("LANG_EVENTS_TO")}
            <input
              type="date"
              className={DAY_FIELD}
              min={filter.from || today}
              value={filter.to ?? ""}
              onChange={(event) => change({ ...filter, to: event.target.value })}
            />
          </label>
        </>
      )}
      <label htmlFor={id} className={`flex min-h-11 cursor-pointer items-center gap-3 ${fold}`}>
        <input
          id={id}
          type="checkbox"
          className="size-5 accent-ink"
          checked={filter.hideSoldOut}
          onChange={(event) => change({ ...filter, hideSoldOut: event.target.checked })}
        />
        {t("LANG_EVENTS_HIDE_SOLDOUT")}
      </label>
    </form>
  );
}
