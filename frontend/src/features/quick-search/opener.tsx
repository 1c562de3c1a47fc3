import { useRef, useState, type ComponentType, type MouseEvent } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { loadTexts, useTexts } from "@/lib/texts/i18n";
import { NavLink } from "@/ui/link";
import type { BoxProps } from "./box";

const loadBox = async () => (await Promise.all([import("./box"), loadTexts("overlays")]))[0].QuickSearchBox;

/** The header's link to the search; with script, a box with suggestions takes its place until the next page. */
export function QuickSearch({ className }: { className: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { key } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const [Box, setBox] = useState<ComponentType<BoxProps>>();
  const [open, setOpen] = useState(false);
  const [visit, setVisit] = useState(key);
  const [text, setText] = useState("");
  if (visit !== key) {
    setVisit(key);
    setOpen(false);
  }

  const load = () =>
    loadBox().then((box) => {
      setBox(() => box);
    });
  const prepare = () => void load().catch(() => undefined);
  const toggle = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    // At once where it can: phones show their keyboard only while the tap lasts.
    if (open || Box) setOpen(!open);
    else
      load().then(
        () => setOpen(true),
        () => void navigate(paths.search()),
      );
  };
  const close = (returnFocus: boolean) => {
    flushSync(() => setOpen(false));
    if (returnFocus) link.current?.focus();
  };

  return (
    <li>
      <NavLink
        ref={link}
        to={paths.search()}
        aria-expanded={open}
        className={open ? `${className} lg:hidden` : className}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={toggle}
      >
        {t("LANG_NAV_SEARCH")}
      </NavLink>
      {open && Box && <Box text={text} onText={setText} onClose={close} />}
    </li>
  );
}
