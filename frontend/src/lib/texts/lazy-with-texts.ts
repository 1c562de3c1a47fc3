import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadTexts } from "@/lib/texts/i18n";
import type { TextGroup } from "@/lib/texts/text-groups";

interface Later<P> {
  Part: LazyExoticComponent<ComponentType<P>>;
  /** fetches it before anybody wants it */
  prepare: () => void;
}

/** A part of the page that comes when it is wanted, with its texts; `Missing` stands where it did not come. */
export function lazyWithTexts<P>(
  group: TextGroup,
  load: () => Promise<{ default: ComponentType<P> }>,
  Missing: ComponentType<NoInfer<P>>,
): Later<P> {
  const loadBoth = async () => (await Promise.all([load(), loadTexts(group)]))[0];
  return {
    Part: lazy(() => loadBoth().catch(() => ({ default: Missing }))),
    prepare: () => void loadBoth().catch(() => undefined),
  };
}
