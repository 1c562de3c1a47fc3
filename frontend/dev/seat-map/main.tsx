// The seat map by itself, for tests/benchmarks/seat_map.py: plan.json and seats.bin lie beside the page.
import "@/theme/main.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { decodeAvailability, type Availability } from "@/features/seat-map/plan/availability";
import { decodePlan, type CompactPlan } from "@/features/seat-map/plan/compact";
import { labelIn, type SeatPlan } from "@/features/seat-map/plan/plan";
import SeatViewport from "@/features/seat-map/viewport/seat-viewport";
import { SEAT_SHAPES } from "@/features/seat-map/viewport/shapes";
import { Waiting } from "@/features/seat-map/waiting";
import { activateLocale, isLocale, loadTexts } from "@/lib/texts/i18n";

const COLORS = ["#b8423a", "#c7862b", "#3f8f5b", "#3a6ea5", "#7a5aa6"];
const parameters = new URLSearchParams(window.location.search);

function Page({ plan, availability }: { plan: SeatPlan; availability: Availability }) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const describe = (place: number) => ({
    title: `${labelIn(plan.sections[plan.section[place] ?? 0]?.name ?? "", "de")}, Reihe ${plan.rows[plan.row[place] ?? 0]?.name ?? ""}, Platz ${plan.numberOf(place)}`,
    category: `Kategorie ${(plan.category[place] ?? 0) + 1}`,
    price: "64,90 €",
    state: selected.has(place) ? "ausgewählt" : availability.isFree(place) ? "" : "nicht verfügbar",
  });
  return (
    <SeatViewport
      plan={plan}
      availability={availability}
      selected={selected}
      colors={COLORS}
      shapes={SEAT_SHAPES}
      describe={describe}
      onPick={(place) => {
        const next = new Set(selected);
        if (!next.delete(place)) next.add(place);
        setSelected(next);
      }}
    />
  );
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

declare global {
  interface Window {
    /** Milliseconds from the data being there to the first picture of the plan. */
    firstPaint?: number;
  }
}

async function start(): Promise<void> {
  const language = parameters.get("lang");
  const theme = parameters.get("theme");
  if (theme) document.documentElement.style.cssText = theme;
  await activateLocale(isLocale(language) ? language : "de");
  await loadTexts("seats");
  const [text, bytes] = await Promise.all([
    fetch("plan.json").then((answer) => answer.text()),
    fetch("seats.bin").then((answer) => answer.arrayBuffer()),
  ]);
  // In the shop, the page stands when its plan comes.
  const root = createRoot(document.getElementById("app") ?? document.body);
  root.render(
    <I18nProvider i18n={i18n}>
      <div className="h-96">
        <Waiting />
      </div>
    </I18nProvider>,
  );
  while (!document.querySelector("[role=status]")) await nextFrame();
  await document.fonts.ready;
  await nextFrame();

  const begun = performance.now();
  const plan = decodePlan(JSON.parse(text) as CompactPlan);
  root.render(
    <I18nProvider i18n={i18n}>
      <Page plan={plan} availability={decodeAvailability(bytes, plan)} />
    </I18nProvider>,
  );
  while (!document.querySelector("[data-seat-map][data-view]")) await nextFrame();
  // The second frame after the one in which it was drawn begins when that one is on the screen.
  await nextFrame();
  window.firstPaint = (await nextFrame()) - begun;
}

void start();
