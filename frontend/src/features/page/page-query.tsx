import type { TypedDocumentNode } from "@apollo/client";
import type { ReactNode } from "react";
import { errorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useAnswer } from "@/lib/wire/use-answer";
import { FullNotice } from "@/ui/page/full-notice";
import { NotFound } from "@/ui/page/not-found";

interface Props<D, V extends Record<string, unknown>, T> {
  query: TypedDocumentNode<D, V>;
  variables: V;
  /** the page's subject; null = there is no such thing */
  pick: (data: D) => T | null;
  skeleton: ReactNode;
  children: (subject: T) => ReactNode;
}

/** A page's own query with its states: skeleton, not found, error with another try, loaded. */
export function PageQuery<D, V extends Record<string, unknown>, T>(props: Props<D, V, T>) {
  // Other variables begin anew: the last answer is none to them.
  return <Answer key={JSON.stringify(props.variables)} {...props} />;
}

function Answer<D, V extends Record<string, unknown>, T>({
  query,
  variables,
  pick,
  skeleton,
  children,
}: Props<D, V, T>) {
  const { t } = useTexts();
  const { data, error, retry } = useAnswer(query, variables);
  if (data) {
    const subject = pick(data);
    return subject === null ? <NotFound /> : children(subject);
  }
  if (!error) {
    return (
      <div role="status" aria-busy="true" className="loader min-h-[80svh]">
        <span className="sr-only">{t("LANG_ALLG_LOADING")}</span>
        {skeleton}
      </div>
    );
  }
  const { key, values } = errorText(error);
  return (
    <FullNotice
      title={t("LANG_ERROR_PAGE_TITLE")}
      text={t(key, values)}
      action={{ label: t("LANG_ERROR_RETRY"), run: retry }}
    />
  );
}
