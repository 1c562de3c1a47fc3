import type { ReactNode } from "react";
import { NextDate, showTitle } from "@/features/events";
import type { EventRow } from "@/generated/features/events/row";
import { useShop } from "@/lib/shop-data";
import { Lettering } from "@/ui/lettering";
import { Picture, type PictureData } from "@/ui/picture/picture";
import type { ByWidth } from "@/ui/picture/picture-sizes";

interface Props {
  next: (EventRow & { image: PictureData | null }) | undefined;
  /** stands where there is no next date */
  children: ReactNode;
}

interface Frame {
  sizes: ByWidth<string>;
  ratio: ByWidth<number>;
}

/** How wide the picture is, and its frame's width to its height at most, as theme/openings.css lays it out. */
const WHOLE: Frame = { sizes: { base: "100vw" }, ratio: { md: 2, base: 4 / 5 } };
const HALF: Frame = { sizes: { md: "56vw", base: "94vw" }, ratio: { md: 1, base: 4 / 5 } };
const FRAMES: Record<string, Frame> = { collage: HALF, arch: HALF };

/** Who plays what, as far as the page has not said it. */
const namesOf = (event: EventRow, said: readonly string[]): string[] =>
  [...new Set([event.artist, showTitle(event)])].filter((one) => one && !said.includes(one));

/** How a home page opens: one large picture, the shop's title, the next date; together as the theme has it (theme/openings.css). */
export function Opening({ next, children }: Props) {
  const { hero, heroPortrait, meta, name, isBand } = useShop();
  const picture = hero ?? next?.image;
  const title = meta.overrideTitle || name;
  return (
    <section className="opening opens-wide" data-asks={meta.trackers.join(" ") || undefined}>
      {picture && (
        <div className="opening-picture">
          <Picture image={picture} narrow={hero && heroPortrait} {...(FRAMES[meta.opening] ?? WHOLE)} priority />
        </div>
      )}
      <div className="opening-words">
        <h1 tabIndex={-1} className="opening-title display outline-none">
          <Lettering text={title} />
        </h1>
        {next ? <NextDate event={next} who={namesOf(next, isBand ? [next.artist, title] : [title])} /> : children}
      </div>
    </section>
  );
}
