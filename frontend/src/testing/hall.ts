import { vi } from "vitest";
import type { SeatSource } from "@/features/seat-map/choice/load";
import type { SeatedSaleProps } from "@/features/seat-map/sale";
import type { CompactPlan } from "@/features/seat-map/plan/compact";
import { loadTexts } from "@/lib/texts/i18n";

const VERSION = "0123456789abcdef";
/** So many rows and seats has each section, a seat every ten units of the plan. */
const ROWS = 8;
const SEATS = 24;
const PITCH = 10;
/** German and English name, index of its category, and its corner. */
const SECTIONS = [
  ["Parkett A", "Stalls A", 0, 0, 0],
  ["Parkett B", "Stalls B", 0, 300, 0],
  ["Oberrang", "Upper tier", 1, 600, 0],
  ["Unterrang 101", "Lower tier 101", 2, 0, 140],
  ["Unterrang 102", "Lower tier 102", 2, 300, 140],
  ["Unterrang 103", "Lower tier 103", 2, 600, 140],
] as const;

export const SOURCE: SeatSource = {
  version: VERSION,
  compactUrl: `/seatmap/${VERSION}.compact.json`,
  availabilityUrl: "/events/1/seats",
};

const sectionOf = (name: string) => SECTIONS.findIndex(([german]) => german === name);

/** The seat's id, and its place in the plan's numbering. */
export const seatId = (section: string, row: number, seat: number): string =>
  String(1000 * (sectionOf(section) + 1) + 100 * row + seat);
const placeOf = (section: string, row: number, seat: number): number =>
  (sectionOf(section) * ROWS + row - 1) * SEATS + seat - 1;

/** Where it stands on the plan. */
export function seatOnPlan(section: string, row: number, seat: number): { x: number; y: number } {
  const [, , , x, y] = SECTIONS[sectionOf(section)] ?? SECTIONS[0];
  return { x: x + (seat - 1) * PITCH, y: y + (row - 1) * PITCH };
}

/** "Unterrang 101" begins with a wheelchair seat and its companion's. */
const PLAN: CompactPlan = {
  v: 1,
  version: VERSION,
  box: [-20, -20, 880, 270],
  categories: ["11", "12", "13"],
  graphics: [],
  sections: SECTIONS.map(([name, english, category, x, y], at) => ({
    id: String(at + 1),
    name,
    name_en: english,
    category,
    hull: [x - 8, y - 8, x + 238, y - 8, x + 238, y + 78, x - 8, y + 78],
    rows: Array.from({ length: ROWS }, (_, row) => ({
      n: String(row + 1),
      ids: [1000 * (at + 1) + 100 * (row + 1) + 1, SEATS],
      at: [x, y + row * PITCH, PITCH, 0] as const,
      no: [1, 1] as const,
      ...(name === "Unterrang 101" && row === 0 && { kinds: { w: [0], c: [1] } }),
    })),
  })),
};

const ticket = (id: string, description: string, price: string, category: string) => ({
  id,
  order: Number(id),
  description,
  descriptionSubline: "",
  price,
  originalPrice: null,
  available: true,
  lowStock: false,
  message: "",
  physical: false,
  active: true,
  isDefault: false,
  pricingCategory: { id: category },
});
const category = (id: string, name: string, seated = true) => ({
  id,
  name,
  order: Number(id),
  available: true,
  expanded: false,
  section: "",
  hideButtons: false,
  mapColor: "",
  seated,
});

/** An evening in that hall: three categories, of which the first has two kinds of ticket, and standing room. */
export const evening = {
  id: "1",
  name: "Das große Licht",
  cartLimit: 8,
  kulturpassUrl: "",
  personalizationRequirement: "no_personalization_required",
  pricingCategories: [
    category("11", "Kategorie 1"),
    category("12", "Kategorie 2"),
    category("13", "Kategorie 3"),
    category("14", "Innenraum", false),
  ],
  productVariants: {
    nodes: [
      ticket("1", "Normalpreis", "89.00", "11"),
      ticket("2", "Ermäßigt", "71.00", "11"),
      ticket("3", "Normalpreis", "56.00", "12"),
      ticket("4", "Normalpreis", "39.00", "13"),
      ticket("5", "Stehplatz", "49.00", "14"),
    ],
  },
  meta: {
    defaultAmount: 2,
    forceTicketAmount: null,
    forceSection: "",
    forceSectionName: "",
    disclaimerText: "",
    policyLink: "",
    customTermsAnchor: "",
    distancingAmount: 0,
  },
} as unknown as SeatedSaleProps["sale"];

/** Answers what the seats' files are asked for; `sell` takes a seat, `hold` keeps answers back until `letGo`. */
export async function openHall() {
  await Promise.all((["event", "seats", "overlays"] as const).map(loadTexts));
  const bits = new Uint8Array(Math.ceil((SECTIONS.length * ROWS * SEATS) / 8)).fill(255);
  const version = (VERSION.match(/../g) ?? []).map((hex) => parseInt(hex, 16));
  let held = Promise.resolve();
  let letGo: () => void = () => undefined;
  const elsewhere = window.fetch.bind(window);
  vi.stubGlobal("fetch", async (url: RequestInfo | URL, init?: RequestInit) => {
    if (url === SOURCE.compactUrl) return Response.json(PLAN);
    if (url !== SOURCE.availabilityUrl) return elsewhere(url, init);
    await held;
    return new Response(Uint8Array.from([...version, ...bits]));
  });
  return {
    sell: (section: string, row: number, seat: number) => {
      const place = placeOf(section, row, seat);
      bits[place >> 3] = (bits[place >> 3] ?? 0) & ~(1 << (place & 7));
    },
    hold: () => {
      held = new Promise((resolve) => (letGo = resolve));
    },
    letGo: () => letGo(),
  };
}
