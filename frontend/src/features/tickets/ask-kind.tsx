import { formatMoney, toCents } from "@/lib/money";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShop } from "@/lib/shop-data";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog/dialog";
import { showDialog } from "@/ui/dialog/show-dialog";

export type TicketKind = "online" | "hard";

const KINDS: readonly TicketKind[] = ["online", "hard"];
const TEXTS = {
  online: ["LANG_TICKET_KIND_ONLINE", "LANG_TICKET_KIND_ONLINE_TEXT"],
  hard: ["LANG_TICKET_KIND_HARD", "LANG_TICKET_KIND_HARD_TEXT"],
} as const;

/** Asks for the kind of ticket; `costs` is what all chosen ones come to in each, nothing where a bundle's price has them. Null: cancelled. */
export const askKind = (costs: Readonly<Record<TicketKind, string>>): Promise<TicketKind | null> =>
  showDialog((answer) => <KindDialog costs={costs} onAnswer={answer} />);

function KindDialog({
  costs,
  onAnswer,
}: {
  costs: Readonly<Record<TicketKind, string>>;
  onAnswer: (kind: TicketKind | null) => void;
}) {
  const { t } = useOverlayTexts();
  const { trimZeroDecimals } = useShop().meta;
  return (
    <Dialog alert title={t("LANG_TICKET_KIND_TITLE")} onCancel={() => onAnswer(null)}>
      <ul className="mt-6 flex flex-col gap-3">
        {KINDS.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className="group flex w-full items-center justify-between gap-4 rounded-control rule bg-paper px-5 py-4 text-left transition-colors hover:bg-ink hover:text-paper"
              onClick={() => onAnswer(kind)}
            >
              <span className="min-w-0">
                <span className="display block text-xl">{t(TEXTS[kind][0])}</span>
                <span className="block text-sm">{t(TEXTS[kind][1])}</span>
              </span>
              {toCents(costs[kind]) > 0 && (
                <span className="price-tag shrink-0 text-xl">{formatMoney(costs[kind], trimZeroDecimals)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <Button look="plain" className="mt-6" onClick={() => onAnswer(null)}>
        {t("LANG_ALLG_CANCEL")}
      </Button>
    </Dialog>
  );
}
