import { useState, type MouseEvent } from "react";
import type { TypedDocumentNode } from "@apollo/client";
import { paths } from "@/lib/paths";
import type { LangKey } from "@/generated/lang-keys";
import { useClient } from "@/lib/wire/client";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { wordsOf, type Cursor } from "./words";

interface Props<V> {
  query: string;
  cursor: Cursor;
  page: { hasNextPage: boolean; endCursor: string | null };
  label: LangKey;
  document: TypedDocumentNode<unknown, V>;
  variables: (words: string[], after: string) => V;
}

/** A link to the list's next page that, with script, lays it below this one. */
export function More<V extends Record<string, unknown>>({ query, cursor, page, label, document, variables }: Props<V>) {
  const { t } = useTexts();
  const client = useClient();
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const after = page.endCursor;
  if (!page.hasNextPage || !after) return null;

  const load = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (state === "loading") return;
    setState("loading");
    const more = client
      .load()
      .then((apollo) => apollo.query({ query: document, variables: variables(wordsOf(query), after) }));
    more.then(
      () => setState("idle"),
      () => setState("failed"),
    );
  };

  return (
    <div className="mt-8 flex flex-col items-center gap-3">
      {state === "failed" && (
        <p role="alert" className="text-danger">
          {t("LANG_MERCH_MORE_ERROR")}
        </p>
      )}
      <Link
        to={paths.searchPage(query, cursor, after)}
        className={`${BUTTON} ${PLAIN}`}
        aria-busy={state === "loading"}
        onClick={load}
      >
        {t(label)}
      </Link>
    </div>
  );
}
