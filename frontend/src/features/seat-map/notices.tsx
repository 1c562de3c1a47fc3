import type { ReactNode } from "react";
import type { Refusal } from "@/features/seat-map/choice/refusal";
import type { ChosenSeat, SeatName } from "@/features/seat-map/choice/selection";
import { useSeatTexts } from "@/features/seat-map/use-seat-texts";
import { Button } from "@/ui/button";

interface Props {
  refusal: Refusal | null;
  /** chosen seats that somebody else has now */
  lost: readonly ChosenSeat[];
  limit: number;
  nameById: (id: string) => SeatName | null;
  busy: boolean;
  onTakeAlternatives: (ids: readonly string[]) => void;
  onReleaseAndAdd: (itemIds: readonly string[]) => void;
  onReplace: () => void;
}

/** What became of chosen seats that cannot be had, each with the way on (purchase §8). */
export default function SeatNotices({
  refusal,
  lost,
  limit,
  nameById,
  busy,
  onTakeAlternatives,
  onReleaseAndAdd,
  onReplace,
}: Props) {
  const { t, namesOf } = useSeatTexts();
  if (refusal?.kind === "taken") {
    const names = (ids: readonly string[]) => namesOf(ids.flatMap((id) => nameById(id) ?? []));
    const { alternatives, seatIds } = refusal;
    return (
      <Notice
        text={seatIds.length > 0 ? t("LANG_SEATS_TAKEN", { seats: names(seatIds) }) : t("LANG_SEATSNOTAVAILABLE")}
      >
        {alternatives.length > 0 && (
          <Button look="plain" aria-busy={busy} onClick={() => onTakeAlternatives(alternatives)}>
            {t("LANG_SEATS_ALTERNATIVES", { seats: names(alternatives) })}
          </Button>
        )}
      </Notice>
    );
  }
  if (refusal?.kind === "category") {
    return (
      <Notice text={t("LANG_SEATS_CATEGORY_INCART")}>
        <Button look="plain" aria-busy={busy} onClick={() => onReleaseAndAdd(refusal.itemIds)}>
          {t("LANG_SEATS_RELEASE_AND_ADD")}
        </Button>
      </Notice>
    );
  }
  if (refusal) {
    return (
      <Notice
        text={
          refusal.kind === "companion"
            ? t("LANG_SEATS_COMPANION_ALONE")
            : refusal.kind === "multiple"
              ? t("LANG_SEATS_MULTIPLE", { multiple: refusal.multiple })
              : t(refusal.text.key, { limit, ...refusal.text.values })
        }
      />
    );
  }
  if (lost.length === 0) return null;
  return (
    <Notice text={t("LANG_SEATS_LOST", { seats: namesOf(lost.map((one) => one.name)) })}>
      <Button look="plain" aria-busy={busy} onClick={onReplace}>
        {t("LANG_SEATS_REPLACE", { count: lost.length })}
      </Button>
    </Notice>
  );
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card bg-surface px-4 py-3">
      <p className="min-w-0 grow basis-64 text-sm font-[600] text-danger">{text}</p>
      {children}
    </div>
  );
}
