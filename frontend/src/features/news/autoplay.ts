/** How long a slide stands (catalogue §9). */
export const PAUSE_MS = 7500;

export interface Surroundings {
  /** by the stop button */
  stopped: boolean;
  hovered: boolean;
  focused: boolean;
  slides: number;
}

/** Slides go on by themselves only where nobody looks closer, reads or has stopped them (WCAG 2.2.2). */
export const advances = ({ stopped, hovered, focused, slides }: Surroundings): boolean =>
  slides > 1 && !stopped && !hovered && !focused;

/** The slide after `steps`, round the ends. */
export const slideAfter = (index: number, steps: number, slides: number): number =>
  (((index + steps) % slides) + slides) % slides;
