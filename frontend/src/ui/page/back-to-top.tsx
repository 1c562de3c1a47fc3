import { useEffect, useRef, useState } from "react";
import { useTexts } from "@/lib/texts/i18n";
import { Sign } from "@/ui/sign";
import { scrollBehavior } from "@/ui/hooks/use-media";
import { useRoomBelow, useTurn } from "@/ui/page/shelf";

const SCREENS = 1.5;

/** Comes up once the page's beginning is far away. */
export function BackToTop() {
  const { t } = useTexts();
  const [far, setFar] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const lies = useTurn("to-top", far);
  useRoomBelow(button, lies);
  useEffect(() => {
    const look = () => setFar(window.scrollY > window.innerHeight * SCREENS);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  if (!lies) return null;
  return (
    <button
      ref={button}
      type="button"
      className="above-bottom-bar display fixed right-4 z-10 m-2 flex min-h-11 items-center gap-2 rounded-control rule bg-raised px-4 pt-1 text-lg text-ink hover:bg-ink hover:text-paper"
      onClick={() => {
        window.scrollTo({ top: 0, behavior: scrollBehavior() });
        document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      }}
    >
      <Sign name="up" />
      {t("LANG_MERCH_TOTOP")}
    </button>
  );
}
