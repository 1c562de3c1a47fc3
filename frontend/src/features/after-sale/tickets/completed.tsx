import { useEffect, useRef, type ReactNode } from "react";
import { useTexts } from "@/lib/texts/i18n";
import { paths } from "@/lib/paths";
import { Button, BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";

export function HomeLink() {
  const { t } = useTexts();
  return (
    <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
      {t("LANG_ERROR_404_HOME")}
    </Link>
  );
}

interface Props {
  title: string;
  text: string;
  onMore: () => void;
  children?: ReactNode;
}

/** In the form's place once it was taken; its heading has the focus. */
export function Completed({ title, text, onMore, children }: Props) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mt-8" aria-live="polite">
      <h2 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {title}
      </h2>
      <p className="mt-3 max-w-read text-lg">{text}</p>
      {children}
      <p className="mt-8 flex flex-wrap gap-4">
        <Button onClick={onMore}>{t("FORM_UPDATETICKET_MORE")}</Button>
        <HomeLink />
      </p>
    </section>
  );
}
