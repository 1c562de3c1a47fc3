import { useSyncExternalStore, type ReactNode } from "react";
import { decoded } from "@/lib/decoded";

export interface Part {
  id: string;
  label: string;
  content: ReactNode;
}

interface Props {
  /** of the tabs */
  label: string;
  parts: readonly Part[];
  /** the part that phones show at first */
  first?: string | undefined;
  /** tabs on phones only; wider pages have no list of their parts */
  phonesOnly?: boolean;
}

const partOfAddress = (): string => decoded(window.location.hash.slice(1), decodeURIComponent);

function onAddress(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  window.addEventListener("popstate", changed);
  return () => {
    window.removeEventListener("hashchange", changed);
    window.removeEventListener("popstate", changed);
  };
}

/**
 * The parts of a long page. Wide screens show them below each other with links to them; phones show one at a time, and
 * the links are its tabs. Both follow the address, which can be shared and works without script.
 */
export function Parts({ label, parts, first = parts[0]?.id, phonesOnly = false }: Props) {
  const named = useSyncExternalStore(onAddress, partOfAddress, () => "");
  const shown = parts.some(({ id }) => id === named) ? named : first;
  return (
    <>
      {parts.length > 1 && (
        <nav aria-label={label} className={`rule-b ${phonesOnly ? "md:hidden" : ""}`}>
          <ul className="shell flex gap-1 md:[&>:first-child]:-ml-4">
            {parts.map((part) => (
              <li key={part.id} className="grow md:grow-0">
                <a
                  href={`#${part.id}`}
                  aria-current={part.id === shown}
                  className="part-tab display flex min-h-12 items-center justify-center px-4 pt-1 text-xl no-underline hover:bg-ink hover:text-paper"
                >
                  {part.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {parts.map((part) => (
        <section key={part.id} id={part.id} className={part.id === shown ? "part" : "part part-away"}>
          {part.content}
        </section>
      ))}
    </>
  );
}
