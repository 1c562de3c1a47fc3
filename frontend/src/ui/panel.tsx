import type { ReactNode } from "react";
import { FoldSign } from "@/ui/fold-sign";

/** A side panel that opens and closes without script. */
export function Panel({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="rule-b" open={open}>
      <summary className="display flex min-h-12 list-none items-center justify-between gap-4 pt-3 pb-2 text-xl [&::-webkit-details-marker]:hidden">
        {title}
        <FoldSign />
      </summary>
      <div className="pt-1 pb-6 text-sm">{children}</div>
    </details>
  );
}
