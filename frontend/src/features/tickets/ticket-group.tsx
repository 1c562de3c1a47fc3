import type { ReactNode } from "react";
import type { TicketGroup as Group } from "@/features/tickets/choice";
import { useTexts } from "@/lib/texts/i18n";
import { FoldSign } from "@/ui/fold-sign";

/** A pricing category's tickets; with a heading they open and close (catalogue §3 "Pricing category"). */
export function TicketGroup({ group, children }: { group: Group; children: ReactNode }) {
  const { t } = useTexts();
  if (!group.heading) {
    return (
      <fieldset className="mb-6 min-w-0">
        <legend className="sr-only">{t("LANG_TICKET_CHOOSE")}</legend>
        <ul className="rule-t">{children}</ul>
      </fieldset>
    );
  }
  return (
    <details className="mb-4" open={group.expanded}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <h3 className={`display text-2xl ${group.available ? "" : "text-ink-soft"}`}>{group.heading}</h3>
        <span className="display flex shrink-0 items-center gap-4 text-lg">
          {!group.available && <span className="text-ink-soft">{t("LANG_ITEM_SOLDOUT")}</span>}
          <FoldSign />
        </span>
      </summary>
      <ul className="rule-t">{children}</ul>
    </details>
  );
}
