import type { ReactNode } from "react";
import { useTexts } from "@/lib/texts/i18n";
import { useFocusAfter } from "@/ui/hooks/use-focus-after";

const ADD = "add-ticket";
const LINK = "mt-3 inline-flex min-h-11 items-center underline hover:no-underline";

interface Props<T> {
  tickets: readonly T[];
  most: number;
  empty: () => T;
  onChange: (tickets: readonly T[]) => void;
  /** the id of a ticket's first field */
  firstField: (place: number) => string;
  children: (ticket: T, place: number) => ReactNode;
}

/** One group of fields per ticket. The last one of several can be removed; the focus follows. */
export function TicketGroups<T>({ tickets, most, empty, onChange, firstField, children }: Props<T>) {
  const { t } = useTexts();
  const focusNext = useFocusAfter();
  return (
    <>
      <div className="mt-8 flex flex-col gap-5">
        {tickets.map((ticket, place) => (
          <TicketGroup
            key={place}
            place={place}
            several={tickets.length > 1}
            {...(place > 0 &&
              place === tickets.length - 1 && {
                onRemove: () => {
                  onChange(tickets.slice(0, -1));
                  focusNext(ADD);
                },
              })}
          >
            {children(ticket, place)}
          </TicketGroup>
        ))}
      </div>
      {tickets.length < most && (
        <button
          id={ADD}
          type="button"
          className={LINK}
          onClick={() => {
            onChange([...tickets, empty()]);
            focusNext(firstField(tickets.length));
          }}
        >
          {t("FORM_UPDATETICKET_ADD")}
        </button>
      )}
    </>
  );
}

interface GroupProps {
  place: number;
  several: boolean;
  onRemove?: () => void;
  children: ReactNode;
}

function TicketGroup({ place, several, onRemove, children }: GroupProps) {
  const { t } = useTexts();
  return (
    <fieldset className="min-w-0 rounded-card bg-surface p-5 md:p-6">
      <legend className={several ? "float-left mb-4 w-full text-xl font-[650]" : "sr-only"}>
        {t("FORM_UPDATETICKET_TICKET", { number: place + 1 })}
      </legend>
      <div className="clear-both grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
      {onRemove && (
        <button type="button" className={LINK} onClick={onRemove}>
          {t("FORM_UPDATETICKET_REMOVE")}
        </button>
      )}
    </fieldset>
  );
}
