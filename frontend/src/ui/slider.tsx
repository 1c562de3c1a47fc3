import { useRef, useState, type MouseEvent, type ReactNode } from "react";
import { useTexts } from "@/lib/texts/i18n";
import type { ByWidth } from "@/ui/picture/picture-sizes";
import { scrollBehavior } from "@/ui/hooks/use-media";

/** How wide the pictures of both sliders' slides are: one that stands alone takes the whole row. */
export const slideSizes = (left: readonly unknown[], right: readonly unknown[]): ByWidth<string> => ({
  md: left.length > 0 && right.length > 0 ? "48vw" : "94vw",
  base: "94vw",
});

interface SlidersProps {
  left: readonly ReactNode[];
  right: readonly ReactNode[];
  className?: string;
}

/**
 * Two sliders beside each other; on phones below each other. One without slides leaves the other the whole row: said by
 * a class, as a browser takes nothing for an only child before it has read on, and would have drawn it at half its width.
 */
export function Sliders({ left, right, className = "" }: SlidersProps) {
  const { t } = useTexts();
  if (left.length + right.length === 0) return null;
  const columns = left.length > 0 && right.length > 0 ? "md:grid-cols-2" : "";
  return (
    <div className={`mb-10 grid gap-card ${columns} ${className}`}>
      {left.length > 0 && <Slider label={t("LANG_SLIDER_LEFT")} slides={left} />}
      {right.length > 0 && <Slider label={t("LANG_SLIDER_RIGHT")} slides={right} />}
    </div>
  );
}

/** Slides side by side, to be pushed by finger, wheel or keys, or chosen by their marks below. */
function Slider({ label, slides }: { label: string; slides: readonly ReactNode[] }) {
  const { t } = useTexts();
  const row = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const show = (event: MouseEvent, index: number) => {
    event.preventDefault();
    const box = row.current;
    box?.scrollTo({ left: index * box.clientWidth, behavior: scrollBehavior() });
  };
  return (
    <section aria-label={label} className="flex min-w-0 flex-col">
      <ul
        ref={row}
        className="snap-row grow auto-cols-[100%]"
        onScroll={(event) => setCurrent(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth))}
      >
        {slides.map((slide, index) => (
          <li key={index}>{slide}</li>
        ))}
      </ul>
      {slides.length > 1 && (
        <ul className="flex gap-1">
          {slides.map((_, index) => (
            <li key={index}>
              <button
                type="button"
                aria-label={t("LANG_SLIDER_GOTO", { number: index + 1, count: slides.length })}
                aria-current={index === current}
                className="flex h-11 w-12 items-center"
                onClick={(event) => show(event, index)}
              >
                <span className={`block h-1.5 w-full ${index === current ? "bg-ink" : "bg-hairline"}`} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
