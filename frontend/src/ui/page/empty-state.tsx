import type { ReactNode } from "react";

/** Says that a list holds nothing, and what to do instead. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-4 rounded-card bg-surface p-6 md:p-10">
      <p className="display text-2xl">{title}</p>
      {children}
    </div>
  );
}
