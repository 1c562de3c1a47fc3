import { MAX_ZOOM } from "./view";

/** What is drawn for a seat of so many pixels: its section, a square, a shape. */
export const SECTIONS = 0;
export const SQUARES = 1;
export const SHAPES = 2;
export type Detail = typeof SECTIONS | typeof SQUARES | typeof SHAPES;

const SQUARE_FROM = 2.5;
const SHAPE_FROM = 8;
const NUMBER_FROM = 17;

/** Below this zoom, a finger picks nothing (catalogue §4). */
export const TOUCH_ZOOM = 4;
/** A finger needs so many pixels a seat (WCAG 2.5.8), unless the plan cannot be larger. */
const TOUCH_SEAT = 24;
const COMFORTABLE_SEAT = 30;

export const detailOf = (seat: number): Detail =>
  seat < SQUARE_FROM ? SECTIONS : seat < SHAPE_FROM ? SQUARES : SHAPES;

export const showsNumbers = (seat: number): boolean => seat >= NUMBER_FROM;

/** `seat` in pixels at `zoom`. */
export const fingerPicks = (zoom: number, seat: number): boolean =>
  zoom >= TOUCH_ZOOM - 1e-6 && (seat >= TOUCH_SEAT - 1e-6 || zoom >= MAX_ZOOM - 1e-6);

/** Where one tap leads from a zoom at which fingers pick nothing. */
export const zoomForFingers = (zoom: number, seat: number): number =>
  Math.min(MAX_ZOOM, Math.max(TOUCH_ZOOM, (zoom * COMFORTABLE_SEAT) / seat));
