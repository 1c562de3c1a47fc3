import { ProductCard, useCardSizes } from "@/features/products";
import { useTexts } from "@/lib/texts/i18n";
import { RichText } from "@/ui/rich-text";
import type { Door } from "./door-wall";

/** What was behind a door. */
export function DoorContents({ door }: { door: Door }) {
  const { t } = useTexts();
  const sizes = useCardSizes();
  return (
    <li id={`door-${door.day}`} className="advent-contents rule-t grid gap-x-10 gap-y-4 py-8 md:grid-cols-12">
      <p aria-hidden="true" className="display figures text-4xl md:col-span-2">
        {door.day}
      </p>
      <div className="flex min-w-0 flex-col gap-3 md:col-span-5">
        <h3 className="display text-2xl">
          <span className="sr-only">{t("LANG_ADVENT_DOOR", { day: door.day })}: </span>
          {door.name || t("LANG_ADVENT_EMPTY")}
        </h3>
        {door.meta.band && <p className="text-sm text-ink-soft">{door.meta.band}</p>}
        <RichText html={door.text} />
        {door.meta.solution && (
          <details>
            <summary className="inline-flex min-h-11 items-center underline">{t("LANG_ADVENT_SOLUTION")}</summary>
            <p className="display text-xl">{door.meta.solution}</p>
          </details>
        )}
      </div>
      {door.items.length > 0 && (
        <ul className="grid grid-cols-2 gap-card md:col-span-5">
          {door.items.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} sizes={sizes} heading="h3" />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
