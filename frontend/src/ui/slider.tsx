import { Children, useRef, type MouseEvent, type ReactNode } from "react";
import { useTexts } from "@/lib/i18n";
import { scrollBehavior } from "@/ui/use-media";

/** Two sliders beside each other; on phones below each other. */
export function Sliders({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`mb-10 grid gap-card empty:hidden md:grid-cols-2 ${className}`}>{children}</div>;
}

/** Slides side by side, to be pushed by finger, wheel or keys, or chosen by their numbers. Nothing without slides. */
export function Slider({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTexts();
  const row = useRef<HTMLUListElement>(null);
  const slides = Children.toArray(children);
  if (slides.length === 0) return null;
  const show = (event: MouseEvent, index: number) => {
    event.preventDefault();
    const box = row.current;
    box?.scrollTo({ left: index * box.clientWidth, behavior: scrollBehavior() });
  };
  return (
    <section aria-label={label} className="min-w-0">
      <ul ref={row} className="snap-row auto-cols-[100%]">
        {slides.map((slide, index) => (
          <li key={index}>{slide}</li>
        ))}
      </ul>
      {slides.length > 1 && (
        <ul className="flex justify-end">
          {slides.map((_, index) => (
            <li key={index}>
              <button
                type="button"
                aria-label={t("LANG_SLIDER_GOTO", { number: index + 1, count: slides.length })}
                className="display figures flex size-11 items-center justify-center text-xl hover:underline"
                onClick={(event) => show(event, index)}
              >
                {index + 1}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
