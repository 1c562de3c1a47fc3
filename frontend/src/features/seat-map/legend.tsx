import type { ReactNode } from "react";
import { cheapest, type Category } from "@/features/seat-map/choice/offer";
import type { TicketChoice } from "@/features/tickets";
import { KindMark } from "@/features/seat-map/kind-mark";
import { COMPANION, WHEELCHAIR } from "@/features/seat-map/plan/plan";
import { Swatch, type Look } from "@/features/seat-map/swatch";
import { useTexts } from "@/lib/texts/i18n";
import { toCents } from "@/lib/money";
import { FoldSign } from "@/ui/fold-sign";
import { Price } from "@/ui/price";

interface Props {
  categories: readonly Category[];
  looks: ReadonlyMap<string, Look>;
  /** free seats by category, null until they are known */
  free: ReadonlyMap<string, number> | null;
  priced: boolean;
}

/** What the seats cost, with shape and colour of the map; kinds of ticket open below their category (catalogue §3). */
export function Legend({ categories, looks, free, priced }: Props) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="seat-prices">
      <h3 id="seat-prices" className="display mb-2 text-2xl">
        {t(priced ? "LANG_SEATS_PRICES" : "LANG_SEATS_CATEGORIES")}
      </h3>
      <ul role="list" className="rule-t">
        {categories.map((category) => (
          <Entry
            key={category.id}
            category={category}
            look={looks.get(category.id)}
            free={free?.get(category.id)}
            priced={priced}
          />
        ))}
      </ul>
      <Marks />
    </section>
  );
}

interface EntryProps {
  category: Category;
  look: Look | undefined;
  free: number | undefined;
  priced: boolean;
}

function Entry({ category, look, free, priced }: EntryProps) {
  const { t } = useTexts();
  const { ticket, open: more } = cheapest(category);
  const only = category.choices.length === 1 ? category.choices[0]?.shown : undefined;
  const open = category.available && free !== 0;
  const state = !open
    ? t("LANG_SEATS_GONE")
    : free === undefined
      ? t("LANG_SEATS_FREE")
      : t("LANG_SEATS_FREE_COUNT", { count: free });
  const head = (
    <>
      {look && <Swatch look={look} className="mt-0.5 size-6" />}
      <span className="min-w-0 grow">
        <span className="block leading-snug font-[650]">
          {category.heading || only?.description || t("LANG_SEATS_ANY_CATEGORY")}
        </span>
        <span className={`figures block text-sm ${open ? "text-ink-soft" : "font-[600] text-warning"}`}>{state}</span>
      </span>
      {priced && (
        <Price value={ticket?.price} original={ticket?.originalPrice ?? null} from={more} className="text-xl" />
      )}
    </>
  );
  return (
    <li className={`rule-b ${open ? "" : "text-ink-soft"}`}>
      {!only && priced ? (
        <details open={category.expanded}>
          <summary className="flex min-h-14 list-none items-start gap-3 py-2.5 [&::-webkit-details-marker]:hidden">
            {head}
            <span className="mt-2 flex">
              <FoldSign />
            </span>
          </summary>
          <ul role="list" className="pb-3 pl-9">
            {category.choices.map((choice) => (
              <Way key={choice.shown.id} choice={choice} />
            ))}
          </ul>
        </details>
      ) : (
        <p className="flex min-h-14 items-start gap-3 py-2.5">{head}</p>
      )}
    </li>
  );
}

function Way({ choice: { shown, kinds } }: { choice: TicketChoice }) {
  const { t } = useTexts();
  const low = [...kinds].sort((a, b) => toCents(a.price) - toCents(b.price))[0] ?? shown;
  const note = kinds.length > 0 ? shown.message || shown.descriptionSubline : t("LANG_NOTAVAILABLE");
  return (
    <li className={`flex items-baseline justify-between gap-3 py-1 text-sm ${kinds.length > 0 ? "" : "text-ink-soft"}`}>
      <span>
        {shown.description}
        {note && <span className="text-ink-soft"> · {note}</span>}
      </span>
      <Price
        value={low.price}
        original={low.originalPrice}
        from={kinds.some((one) => one.price !== low.price)}
        className="text-base"
      />
    </li>
  );
}

/** What else a seat on the map can look like. */
function Marks() {
  const { t } = useTexts();
  return (
    <ul role="list" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      <Mark text={t("LANG_SEATS_CHOSEN")}>
        <circle cx="8" cy="8" r="7" fill="currentColor" />
        <path d="m4.5 8 2.5 2.7 4.5-5.2" className="stroke-paper" strokeWidth="1.8" fill="none" />
      </Mark>
      <Mark text={t("LANG_SEATMAP_TAKEN")}>
        <circle cx="8" cy="8" r="2.6" className="fill-ink-soft" />
      </Mark>
      <Mark text={t("LANG_SEATMAP_NOTSOLD")}>
        <path d="m4.8 4.8 6.4 6.4m0-6.4-6.4 6.4" className="stroke-ink-soft" strokeWidth="1.6" />
      </Mark>
      <Mark text={t("LANG_SEATMAP_WHEELCHAIR")} kind={WHEELCHAIR} />
      <Mark text={t("LANG_SEATMAP_COMPANION")} kind={COMPANION} />
    </ul>
  );
}

function Mark({ text, kind, children }: { text: string; kind?: number; children?: ReactNode }) {
  const size = "size-5 shrink-0 text-ink";
  return (
    <li className="inline-flex min-h-7 items-center gap-2">
      {kind === undefined ? (
        <svg viewBox="0 0 16 16" aria-hidden="true" className={size}>
          {children}
        </svg>
      ) : (
        <KindMark kind={kind} className={size} />
      )}
      {text}
    </li>
  );
}
