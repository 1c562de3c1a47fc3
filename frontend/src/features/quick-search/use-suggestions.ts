import { useCallback, useEffect, useState } from "react";
import { SEARCH_SUGGESTIONS } from "@/generated/features/quick-search/suggestions";
import { useClient } from "@/lib/wire/client";
import { useTexts } from "@/lib/texts/i18n";
import { Suggester } from "./suggester";
import type { Suggestion } from "./suggestion";
import { isEnough } from "./words";

interface Found {
  text: string;
  suggestions: readonly Suggestion[];
}

interface Suggestions {
  state: "too-short" | "loading" | "found" | "failed";
  suggestions: readonly Suggestion[];
  retry: () => void;
}

const NONE: readonly Suggestion[] = [];

/** What to suggest for the text. What the shop has is fetched once, as soon as somebody may write. */
export function useSuggestions(text: string): Suggestions {
  const client = useClient();
  const { locale } = useTexts();
  const [attempt, setAttempt] = useState(0);
  const [suggester, setSuggester] = useState<Suggester | "failed">();
  const [found, setFound] = useState<Found>();

  useEffect(() => {
    let gone = false;
    const fail = () => {
      if (!gone) setSuggester("failed");
    };
    const made = new Suggester(fail);
    // Two thousand titles are of no use in the pages' cache.
    const answer = client.load().then((apollo) => apollo.query({ query: SEARCH_SUGGESTIONS, fetchPolicy: "no-cache" }));
    answer.then(({ data }) => {
      if (!data) fail();
      else if (!gone) {
        made.fill(data.searchSuggestions);
        setSuggester(made);
      }
    }, fail);
    return () => {
      gone = true;
      made.end();
      setSuggester(undefined);
      setFound(undefined);
    };
  }, [client, locale, attempt]);

  useEffect(() => {
    if (!(suggester instanceof Suggester) || !isEnough(text)) return;
    let outdated = false;
    void suggester.find(text).then((suggestions) => {
      if (!outdated) setFound({ text, suggestions });
    });
    return () => {
      outdated = true;
    };
  }, [suggester, text]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  if (!isEnough(text)) return { state: "too-short", suggestions: NONE, retry };
  if (suggester === "failed") return { state: "failed", suggestions: NONE, retry };
  // What was found a letter ago stays until the next is found.
  return found
    ? { state: "found", suggestions: found.suggestions, retry }
    : { state: "loading", suggestions: NONE, retry };
}
