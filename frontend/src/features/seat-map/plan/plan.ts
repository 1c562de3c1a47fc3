import type { Locale } from "@/lib/languages";

/** What a seat is, besides its price: see `SeatPlan.kind`. */
export const PLAIN = 0;
export const WHEELCHAIR = 1;
export const COMPANION = 2;
export const NOT_SOLD = 3;

/** In the plan's own units, y downwards. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Painted {
  readonly color?: string;
  readonly border_color?: string;
  /** Degrees clockwise, about the shape's middle. */
  readonly rotation?: number;
}

/** The same for everybody, or by language; its first one stands in for a language that it does not have. */
export type Label = string | Readonly<Record<Locale, string>>;

/** The language of a name as the plan itself has it. */
export const OWN = "";

export const labelIn = (label: Label, locale: Locale): string =>
  (typeof label === "string" ? label : (label[locale] ?? Object.values(label)[0])) ?? "";

/** The stage, doors, names: what is drawn and cannot be bought (catalogue §3 "Seat map"). */
export type Graphic = Painted &
  (
    | { readonly shape: "polygon"; readonly points: readonly (readonly [number, number])[] | readonly number[] }
    | {
        readonly shape: "rectangle";
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
      }
    | { readonly shape: "ellipse"; readonly x: number; readonly y: number; readonly rx: number; readonly ry: number }
    | { readonly shape: "circle"; readonly x: number; readonly y: number; readonly r: number }
    | { readonly shape: "text"; readonly x: number; readonly y: number; readonly text: Label; readonly size: number }
  );

/** Rows and places from `first` up to, and without, `last`. */
export interface PlanSection {
  readonly id: string;
  /** The German one names it for good. */
  readonly name: Label;
  /** Index into `SeatPlan.categories`, -1 where the section names none. */
  readonly category: number;
  /** x1, y1, x2, y2, … */
  readonly hull: Float32Array;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly first: number;
  readonly last: number;
}

export interface PlanRow {
  readonly name: string;
  readonly section: number;
  readonly first: number;
  readonly last: number;
}

/** A seat is its place, 0 … count - 1; what is known of it stands in arrays by place. */
export interface SeatPlan {
  readonly version: string;
  readonly box: Box;
  /** Ids of the pricing categories, in the event's order. */
  readonly categories: readonly string[];
  readonly sections: readonly PlanSection[];
  readonly rows: readonly PlanRow[];
  readonly graphics: readonly Graphic[];
  readonly count: number;
  readonly ids: Float64Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly category: Uint8Array;
  readonly kind: Uint8Array;
  readonly row: Uint32Array;
  readonly section: Uint16Array;
  /** Seats of a row with the same run stand side by side. */
  readonly run: Uint16Array;
  numberOf(place: number): string;
  /** -1 for a seat that this plan does not have. */
  placeOf(id: string): number;
}
