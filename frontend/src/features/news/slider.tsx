import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { NewsItem } from "@/generated/features/news/item";
import { useTexts } from "@/lib/texts/i18n";
import { Picture } from "@/ui/picture/picture";
import { RichText } from "@/ui/rich-text";
import { Sign } from "@/ui/sign";
import { CALM, scrollBehavior, useMedia } from "@/ui/hooks/use-media";
import { advances, PAUSE_MS, slideAfter } from "./autoplay";
import { NewsLink, NewsVideo } from "./news-link";
import { COVER } from "@/ui/link";

const CONTROL = "display grid size-12 place-items-center rule bg-paper text-2xl text-ink hover:bg-ink hover:text-paper";

/** News on top, one after the other: by swipe, arrow keys and buttons, and by itself until one stops it. */
export function NewsSlider({ items }: { items: readonly NewsItem[] }) {
  const { t } = useTexts();
  const row = useRef<HTMLUListElement>(null);
  const calm = useMedia(CALM);
  const [chosen, setStopped] = useState<boolean>();
  const stopped = chosen ?? calm;
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const moving = advances({ stopped, hovered, focused, slides: items.length });

  const go = (steps: number) => {
    const { current } = row;
    if (!current) return;
    const width = current.clientWidth;
    const next = slideAfter(Math.round(current.scrollLeft / width), steps, items.length);
    current.scrollTo({ left: next * width, behavior: scrollBehavior() });
  };

  useEffect(() => {
    if (!moving) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) go(1);
    }, PAUSE_MS);
    return () => clearInterval(timer);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps) return;
    event.preventDefault();
    go(steps);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only stands still while somebody is there
    <section
      aria-roledescription={t("LANG_NEWS_SLIDER")}
      aria-label={t("LANG_NEWS_TITLE")}
      className="relative"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={onKeyDown}
    >
      <ul ref={row} className="snap-row auto-cols-[100%]" onTouchStart={() => setStopped(true)}>
        {items.map((item) => (
          <li
            key={item.id}
            className={item.inverse ? "group relative bg-ink text-paper" : "group relative bg-hero text-on-hero"}
          >
            {item.image && (
              <div className="aspect-[4/5] max-h-[58svh] w-full overflow-hidden md:aspect-[21/9]">
                <Picture image={item.image} sizes={{ base: "100vw" }} ratio={{ md: 21 / 9, base: 4 / 5 }} alt="" />
              </div>
            )}
            <div className="shell pt-6 pb-24">
              <h2 className="display text-4xl">
                <NewsLink item={item} className={COVER}>
                  {item.title}
                </NewsLink>
              </h2>
              {item.text && <RichText html={item.text} className="mt-3 text-lg" />}
              <NewsVideo item={item} />
            </div>
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div role="group" aria-label={t("LANG_NEWS_TITLE")} className="absolute inset-x-0 bottom-4">
          <div className="shell flex gap-2">
            <button type="button" className={CONTROL} aria-label={t("LANG_NEWS_PREV")} onClick={() => go(-1)}>
              <Sign name="left" />
            </button>
            <button
              type="button"
              className={CONTROL}
              aria-label={t(stopped ? "LANG_NEWS_PLAY" : "LANG_NEWS_STOP")}
              onClick={() => setStopped(!stopped)}
            >
              <Sign name={stopped ? "play" : "pause"} />
            </button>
            <button type="button" className={CONTROL} aria-label={t("LANG_NEWS_NEXT")} onClick={() => go(1)}>
              <Sign name="right" />
            </button>
          </div>
        </div>
      )}
    </section>
  );
}
