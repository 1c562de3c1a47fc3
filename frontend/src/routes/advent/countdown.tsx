import { useEffect, useRef } from "react";
import { useTexts } from "@/lib/texts/i18n";

const two = (n: number) => String(n).padStart(2, "0");

/** Days, hours, minutes and seconds until a moment; its line is there before the first tick. */
export function Countdown({ to }: { to: string }) {
  const { t } = useTexts();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const tick = () => {
      const seconds = Math.max(0, Math.floor((Date.parse(to) - Date.now()) / 1000));
      const days = Math.floor(seconds / 86_400);
      const time = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
      const text = days > 0 ? `${t("LANG_ADVENT_CLOCK_DAYS", { days })} ${time}` : time;
      if (line.current) line.current.dataset["left"] = text;
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [t, to]);
  return <p ref={line} aria-hidden="true" className="advent-clock figures min-h-lh self-stretch text-lg" />;
}
