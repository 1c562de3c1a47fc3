import { createContext, use, type ComponentProps, type ReactNode } from "react";
import { Link as RouterLink, useHref } from "react-router";
import type { ShopPath } from "@/lib/paths";

/** Called when a visitor is about to follow a link, so that its page can be fetched ahead. */
export const PrefetchContext = createContext<(to: string) => void>(() => undefined);

interface Props extends Omit<ComponentProps<"a">, "href"> {
  to: ShopPath;
  children: ReactNode;
}

export function Link({ to, children, ...rest }: Props) {
  const onIntent = use(PrefetchContext);
  const intent = () => onIntent(to);
  return (
    <RouterLink to={to} discover="none" onPointerEnter={intent} onFocus={intent} onTouchStart={intent} {...rest}>
      {children}
    </RouterLink>
  );
}

/** A link that loads a whole document: pages that the server alone knows. */
export function DocumentLink({ to, children, ...rest }: Props) {
  return (
    <a href={useHref(to)} {...rest}>
      {children}
    </a>
  );
}

export function ExternalLink({ href, children, ...rest }: ComponentProps<"a"> & { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
    </a>
  );
}
