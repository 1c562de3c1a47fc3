import { useState, type SubmitEvent } from "react";
import { useHref, useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { BUTTON, PRIMARY } from "@/ui/button";

interface Props {
  /** what to enter */
  label: string;
  submit: string;
  start?: string;
  /** the words as the address has them */
  wordsOf?: (text: string) => string;
}

/** Works without script too: its address leads to that of the words. */
export function SearchForm({ label, submit, start = "", wordsOf = (text) => text }: Props) {
  const navigate = useNavigate();
  const [text, setText] = useState(start);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void navigate(paths.search(wordsOf(text)));
  };
  return (
    <form role="search" action={useHref(paths.search())} className="flex w-full max-w-read gap-2" onSubmit={onSubmit}>
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        className="h-12 min-w-0 grow rounded-control rule bg-raised px-4 placeholder:text-ink-soft"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className={`${BUTTON} ${PRIMARY}`}>
        {submit}
      </button>
    </form>
  );
}
