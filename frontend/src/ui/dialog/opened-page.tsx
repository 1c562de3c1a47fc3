import { createContext, use, useState, type ReactNode } from "react";
import { useLocation } from "react-router";

interface OpenedPage {
  /** Still at the address that the server wrote and named: nothing was followed, searched or filtered yet. */
  opened: boolean;
  /** Gives the document this title, unless it has it. The opened page has its first one from the server. */
  entitle: (title: string, opened: boolean) => void;
}

function createEntitling(): OpenedPage["entitle"] {
  let known: string | undefined;
  return (title, opened) => {
    if (opened) known ??= title;
    if (known !== title) document.title = known = title;
  };
}

const OpenedPageContext = createContext<OpenedPage>({
  opened: false,
  entitle: (title) => void (document.title = title),
});

/** Knows whether the page is still the one that was opened. Inside of the router. */
export function OpenedPage({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [first] = useState(address);
  const [left, setLeft] = useState(false);
  const [entitle] = useState(createEntitling);
  // For good: who comes back to the address finds the head of the page before.
  if (!left && address !== first) setLeft(true);
  return <OpenedPageContext value={{ opened: !left && address === first, entitle }}>{children}</OpenedPageContext>;
}

export const useOpenedPage = (): OpenedPage => use(OpenedPageContext);
