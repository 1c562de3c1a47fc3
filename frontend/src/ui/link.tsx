import { createContext, use, type ComponentProps, type MouseEvent, type ReactNode } from "react";
import { useHref, useLinkClickHandler, useLocation } from "react-router";
import type { ShopPath } from "@/lib/paths";

/** Makes a link's target of the whole box around it that is `group relative`. */
export const COVER = "no-underline before:absolute before:inset-0 group-hover:underline";

/** Called when a visitor is about to follow a link, so that its page can be fetched ahead. */
export const PrefetchContext = createContext<(to: string) => void>(() => undefined);

/** Whether something lies over the page as a visit of its own, which the way back ends (use-way-back.ts). */
export const liesOver = (): boolean => !!(history.state as { isOver?: true } | null)?.isOver;

/** Whether a click opens the link in this window, in the place of what lies over the page. */
const leadsFromOver = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  liesOver() &&
  !event.defaultPrevented &&
  !event.currentTarget.target &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

interface Props extends Omit<ComponentProps<"a">, "href"> {
  to: ShopPath;
  children: ReactNode;
}

function Anchor({ to, children, onClick, ...rest }: Props) {
  const push = useLinkClickHandler(to);
  // In the place of what lies over the page, so that the way back leads to that page.
  const replace = useLinkClickHandler(to, { replace: true });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        // The page below: `onClick` closes what lies over it.
        if (leadsFromOver(event) && event.currentTarget.href === location.href) event.preventDefault();
        if (!event.defaultPrevented) (liesOver() ? replace : push)(event);
      }}
    >
      {children}
    </a>
  );
}

export function Link(props: Props) {
  const onIntent = use(PrefetchContext);
  const intent = () => onIntent(props.to);
  return <Anchor onPointerEnter={intent} onFocus={intent} onTouchStart={intent} {...props} />;
}

/** An entry of the navigation, which says whether the page is it or below it. */
export function NavLink(props: Props) {
  const isHere = `${useLocation().pathname}/`.toLowerCase().startsWith(`${props.to}/`.toLowerCase());
  return <Anchor aria-current={isHere ? "page" : undefined} {...props} />;
}

/** A link that loads a whole document: pages that the server alone knows. */
export function DocumentLink({ to, children, onClick, ...rest }: Props) {
  return (
    <a
      href={useHref(to)}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (!leadsFromOver(event)) return;
        // The way back leads to the page below what lies over it.
        event.preventDefault();
        location.replace(event.currentTarget.href);
      }}
    >
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
