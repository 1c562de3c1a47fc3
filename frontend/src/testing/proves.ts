import type { TestOptions } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    proves?: string;
  }
}

/**
 * Names the behaviour that a test proves, for docs/features.md (made by `python -m tests.proofs`):
 *
 *     it("ends at what is left", proves("purchase §4", "amounts end at what is left"), () => { … });
 */
export const proves = (section: string, behaviour: string): TestOptions => ({
  meta: { proves: `${section}: ${behaviour}` },
});
