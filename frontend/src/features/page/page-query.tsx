import type { TypedDocumentNode } from "@apollo/client";
import { useApolloClient, useQuery } from "@apollo/client/react";
import { useState, type ReactNode } from "react";
import { errorText } from "@/lib/error-texts";
import { policyFor } from "@/lib/fresh-answers";
import { useTexts } from "@/lib/i18n";
import { FullNotice } from "@/ui/full-notice";
import { NotFound } from "@/ui/not-found";

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

function Answer<D, V extends Record<string, unknown>, T>({ query, variables, pick, skeleton, children }: Props<D, V, T>) {
  const { t } = useTexts();
  const client = useApolloClient();
  const [fetchPolicy] = useState(() => policyFor(client, query, variables));
  const options = { variables, fetchPolicy, nextFetchPolicy: "cache-first" };
  const { data: latest, previousData, error, refetch } = useQuery(query, options as useQuery.Options<D, V>);
  // Asked again in another language, the page stays until the answer is there, and with it what was entered on it.
  const data = latest ?? (error ? undefined : previousData);
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
      action={{ label: t("LANG_ERROR_RETRY"), run: () => void refetch().catch(() => undefined) }}
    />
  );
}
