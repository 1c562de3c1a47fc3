import type { ReactNode } from "react";
import { NextDate } from "@/features/events";
import type { EventRow } from "@/generated/features/events/row";
import { useShop } from "@/lib/shop-data";
import { Lettering } from "@/ui/lettering";
import { Picture, type PictureData } from "@/ui/picture";

interface Props {
  next: (EventRow & { image: PictureData | null }) | undefined;
  /** stands where there is no next date */
  children: ReactNode;
}

const HALF = "(min-width: 52rem) 58vw, 100vw";
/** How much of the page's width the picture has. */
const SIZES: Record<string, string> = { collage: HALF, arch: HALF };

/** How a home page opens: one large picture, the shop's title, the next date; together as the theme has it (theme/openings.css). */
export function Opening({ next, children }: Props) {
  const { hero, heroPortrait, meta, name, isBand } = useShop();
  const picture = hero ?? next?.image;
  return (
    <section className={`opening opening-${meta.opening} opens-wide bg-hero text-on-hero`}>
      {picture && (
        <div className="opening-picture">
          <Picture image={picture} narrow={hero && heroPortrait} sizes={SIZES[meta.opening] ?? "100vw"} priority />
        </div>
      )}
      <div className="opening-words">
        <h1 tabIndex={-1} className="opening-title display outline-none">
          <Lettering text={meta.overrideTitle || name} />
        </h1>
        {next ? <NextDate event={next} showArtist={!isBand} /> : children}
      </div>
    </section>
  );
}
