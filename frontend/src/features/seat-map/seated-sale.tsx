import { useEffect, useState, type ComponentType } from "react";
import { TicketSale } from "@/features/tickets";
import { loadTexts } from "@/lib/texts/i18n";
import type { SeatedSaleProps } from "./sale";

let loaded: ComponentType<SeatedSaleProps> | undefined;

/** Loads the seated layout and its texts; a page that has them draws it at once. */
export async function prepareSeatedSale(): Promise<void> {
  const [module] = await Promise.all([import("./sale"), loadTexts("seats")]);
  loaded = module.default;
}

/** A seated event's tickets with map and list; without its file, the plain list, whose seats the shop picks. */
export function SeatedSale(props: SeatedSaleProps) {
  const [state, setState] = useState(loaded ? "here" : "loading");
  useEffect(() => {
    if (state === "loading")
      prepareSeatedSale().then(
        () => setState("here"),
        () => setState("missing"),
      );
  }, [state]);
  if (state === "missing") return <TicketSale sale={props.sale} />;
  const Sale = loaded;
  return state === "here" && Sale ? <Sale {...props} /> : <span className="skeleton block h-[80svh]" />;
}
