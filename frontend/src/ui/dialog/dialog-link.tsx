import type { ComponentProps, ReactNode } from "react";
import { ExternalLink } from "@/ui/link";

interface Props extends ComponentProps<"a"> {
  href: string;
  /** brings the dialog when it is first wanted */
  load: () => Promise<(close: () => void) => ReactNode>;
}

/** A link that opens a dialog over the page; without script, or where the dialog does not come, it leads to its address. */
export function DialogLink({ load, ...rest }: Props) {
  return (
    <ExternalLink
      aria-haspopup="dialog"
      {...rest}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const { href } = event.currentTarget;
        Promise.all([import("@/ui/dialog/show-dialog"), load()])
          .then(([{ showDialog }, render]) => showDialog<null>((answer) => render(() => answer(null))))
          .catch(() => window.location.assign(href));
      }}
    />
  );
}
