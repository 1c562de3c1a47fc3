import type { SeatPlan } from "@/features/seat-map/plan/plan";
import type { Category } from "@/features/seat-map/choice/offer";

/** Categories differ by shape too, on the map and in its legend. */
export const SHAPES = ["circle", "diamond", "hexagon", "triangle", "square"] as const;
export type Shape = (typeof SHAPES)[number];

const DRAWINGS: Record<Shape, string> = {
  circle: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 1 1 0-13Z",
  diamond: "M8 .5 15.5 8 8 15.5.5 8Z",
  hexagon: "M8 1l6.1 3.5v7L8 15l-6.1-3.5v-7Z",
  triangle: "M8 1 15.4 14H.6Z",
  square: "M2.2 2.2h11.6v11.6H2.2Z",
};

export interface Look {
  readonly shape: Shape;
  /** as staff chose it; "" is drawn in the text's colour */
  readonly color: string;
}

/** How each category looks, by its id: shapes in the order of the categories. */
export const looksOf = (seated: readonly Pick<Category, "id" | "color">[]): ReadonlyMap<string, Look> =>
  new Map(seated.map((one, at) => [one.id, { shape: SHAPES[at % SHAPES.length] ?? "circle", color: one.color }]));

/** The same by index of the plan's categories. */
export function looksOnPlan(
  plan: Pick<SeatPlan, "categories">,
  looks: ReadonlyMap<string, Look>,
): { colors: string[]; shapes: Shape[] } {
  const found = plan.categories.map((id) => looks.get(id));
  return { colors: found.map((one) => one?.color ?? ""), shapes: found.map((one) => one?.shape ?? "circle") };
}

export function Swatch({ look, className = "size-5" }: { look: Look; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`${className} shrink-0`}>
      <path d={DRAWINGS[look.shape]} fill={look.color || "currentColor"} stroke="currentColor" strokeWidth="1" />
    </svg>
  );
}
