import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { paths } from "@/app/paths";
import { CATEGORY } from "@/generated/routes/category/category";
import { useTexts } from "@/lib/i18n";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";

interface Props {
  slug: string;
  after: string;
  shown: number;
}

/** A link to the next page that, with script, lays it below this one: when it comes near, or when pressed. */
export function LoadMore({ slug, after, shown }: Props) {
  const { t } = useTexts();
  const client = useApolloClient();
  const link = useRef<HTMLAnchorElement>(null);
  const asked = useRef<string | null>(null);
  const [failed, setFailed] = useState(false);

  const load = (cursor: string) => {
    if (asked.current === cursor) return;
    asked.current = cursor;
    setFailed(false);
    client.query({ query: CATEGORY, variables: { slug, after: cursor } }).catch(() => {
      asked.current = null;
      setFailed(true);
    });
  };

  useEffect(() => {
    const element = link.current;
    if (!element || failed) return;
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) load(after);
      },
      { rootMargin: "900px" },
    );
    near.observe(element);
    return () => near.disconnect();
  });

  return (
    <div className="mt-12 flex flex-col items-center gap-3">
      <p className="sr-only" role="status">
        {t("LANG_MERCH_SHOWN", { count: shown })}
      </p>
      {failed && (
        <p role="alert" className="text-danger">
          {t("LANG_MERCH_MORE_ERROR")}
        </p>
      )}
      <Link
        ref={link}
        to={paths.categoryPage(slug, after)}
        className={`${BUTTON} ${PLAIN}`}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          load(after);
        }}
      >
        {t("LANG_MERCH_MORE")}
      </Link>
    </div>
  );
}
