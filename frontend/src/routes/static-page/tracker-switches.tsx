import { useEffect, type RefObject } from "react";
import { useConsent } from "@/features/consent";
import { useTexts } from "@/lib/texts/i18n";

/** Makes the switches of the trackers in use work: each says how things stand and changes it. */
export function TrackerSwitches({ text }: { text: RefObject<HTMLElement | null> }) {
  const { t } = useTexts();
  const { state, allow, deny } = useConsent();
  useEffect(() => {
    const stop = new AbortController();
    const on = state === "yes";
    for (const section of text.current?.querySelectorAll<HTMLElement>("[data-tracker]") ?? []) {
      const status = section.querySelector("[data-tracker-state]");
      const button = section.querySelector<HTMLButtonElement>("[data-tracker-switch]");
      if (!status || !button) continue;
      status.textContent = t(on ? "LANG_TRACKER_ON" : "LANG_TRACKER_OFF");
      button.textContent = t(on ? "LANG_TRACKER_TURN_OFF" : "LANG_TRACKER_TURN_ON");
      button.setAttribute("aria-label", `${section.querySelector("h3")?.textContent ?? ""}: ${button.textContent}`);
      button.disabled = false;
      button.addEventListener("click", on ? deny : allow, { signal: stop.signal });
    }
    return () => stop.abort();
  }, [text, state, allow, deny, t]);
  return null;
}
