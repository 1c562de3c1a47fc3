import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type SubmitEvent,
} from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { searchWords } from "@/lib/search-words";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Option } from "./option";
import { pathOf } from "./suggestion";
import { useLeaving } from "./use-leaving";
import { useSuggestions } from "./use-suggestions";

const LONGEST = 80;

export interface BoxProps {
  text: string;
  onText: (text: string) => void;
  onClose: (returnFocus: boolean) => void;
}

/** The search with suggestions: in the header's row, on phones a sheet below it. A combobox with a list (ARIA). */
export function QuickSearchBox({ text, onText, onClose }: BoxProps) {
  const { t } = useOverlayTexts();
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(-1);
  const { state, suggestions, retry } = useSuggestions(text);
  const leaving = useLeaving(form, () => onClose(false));
  const words = searchWords(text);
  const chosen = suggestions[active];
  const empty = state === "found" && suggestions.length === 0;

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  // On phones the keyboard covers half of the window.
  useEffect(() => {
    const view = window.visualViewport;
    const measure = () => {
      const top = form.current?.getBoundingClientRect().top ?? 0;
      form.current?.style.setProperty("--room", `${(view?.height ?? window.innerHeight) - top}px`);
    };
    measure();
    view?.addEventListener("resize", measure);
    return () => view?.removeEventListener("resize", measure);
  }, []);

  const choose = (at: number) => {
    setActive(at);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  };
  const write = (next: string) => {
    setActive(-1);
    onText(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = suggestions.length - 1;
    const target = {
      ArrowDown: active < last ? active + 1 : 0,
      ArrowUp: active > 0 ? active - 1 : last,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === "Escape") onClose(true);
    else if (target === undefined || last < 0) return;
    // Within the text they move the cursor, as everywhere.
    else if ((event.key === "Home" || event.key === "End") && active < 0) return;
    else choose(target);
    event.preventDefault();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onClose(false);
    void navigate(chosen ? pathOf(chosen) : paths.search(words));
  };
  // At once: the next page may take a while.
  const follow = (event: MouseEvent) => {
    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onClose(false);
  };

  return (
    <form
      ref={form}
      role="search"
      className="absolute inset-x-0 top-[calc(100%+var(--shop-border-width))] flex max-h-(--room) flex-col rule-b bg-raised text-ink shadow-card lg:relative lg:inset-auto lg:top-auto lg:max-h-none lg:w-80 lg:border-0 lg:bg-transparent lg:text-on-header lg:shadow-none xl:w-[26rem]"
      onSubmit={submit}
      {...leaving}
    >
      <div className="flex h-14 shrink-0 items-center border-b-2 border-current lg:h-11">
        <input
          ref={input}
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST}
          aria-label={t("LANG_QUICKSEARCH_LABEL")}
          placeholder={t("LANG_QUICKSEARCH_LABEL")}
          aria-autocomplete="list"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${active}` : undefined}
          className="h-full min-w-0 grow bg-transparent px-4 text-lg -outline-offset-3 placeholder:text-current/75"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="display size-11 shrink-0 text-2xl"
          aria-label={t("LANG_ALLG_CLOSE")}
          onClick={() => onClose(true)}
        >
          ×
        </button>
      </div>
      <div role="status" className="sr-only">
        {state === "loading" && t("LANG_ALLG_LOADING")}
        {state === "found" &&
          (empty ? t("LANG_QUICKSEARCH_EMPTY") : t("LANG_QUICKSEARCH_COUNT", { count: suggestions.length }))}
      </div>
      <div
        hidden={text === ""}
        className="overflow-y-auto overscroll-contain lg:absolute lg:top-full lg:right-0 lg:w-[26rem] lg:max-h-[calc(var(--room)-3rem)] lg:rule lg:border-t-0 lg:bg-raised lg:text-ink lg:shadow-card"
      >
        <div id={`${id}-list`} role="listbox" aria-label={t("LANG_QUICKSEARCH_LIST")}>
          {suggestions.map((suggestion, at) => (
            <Option
              key={`${suggestion.kind} ${suggestion.slug}`}
              id={`${id}-${at}`}
              suggestion={suggestion}
              active={at === active}
              onPoint={() => setActive(at)}
              onClick={follow}
            />
          ))}
        </div>
        {state === "too-short" && <p className="px-4 py-4 text-ink-soft">{t("LANG_QUICKSEARCH_HINT")}</p>}
        {state === "loading" && <Skeleton />}
        {empty && <p className="px-4 pt-4">{t("LANG_QUICKSEARCH_EMPTY")}</p>}
        {state === "failed" && (
          <div role="alert" className="flex flex-col items-start gap-3 px-4 pt-4">
            <p>{t("LANG_QUICKSEARCH_ERROR")}</p>
            <Button look="plain" onClick={retry}>
              {t("LANG_ERROR_RETRY")}
            </Button>
          </div>
        )}
        {words !== "" && state !== "too-short" && (
          <Link
            to={paths.search(words)}
            className="flex min-h-12 items-center px-4 py-2 font-[650] wrap-anywhere"
            onClick={follow}
          >
            {t("LANG_QUICKSEARCH_ALL", { words })}
          </Link>
        )}
      </div>
    </form>
  );
}

function Skeleton() {
  return (
    <div aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex h-14 items-center border-b border-hairline pl-4">
          <span className="skeleton h-4 w-3/5" />
          <span className="skeleton ml-auto h-full w-14" />
        </div>
      ))}
    </div>
  );
}
