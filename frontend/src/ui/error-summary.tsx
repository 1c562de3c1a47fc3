import { useEffect, useRef } from "react";

interface Props {
  title: string;
  problems: readonly { field: string; text: string }[];
  /** a new number = sent again: the focus comes here */
  attempt: number;
}

/** All that is wrong, on top of the form; every entry leads to its field (WCAG 3.3.1). */
export function ErrorSummary({ title, problems, attempt }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  useEffect(() => {
    // Problems of a part of the form may arrive a render later.
    if (attempt === focused.current || !box.current) return;
    focused.current = attempt;
    box.current.focus();
  });
  if (problems.length === 0) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="my-6 rounded-card border-2 border-danger bg-raised px-5 py-4 scroll-mt-24"
    >
      <p className="mb-1 font-[650] text-danger">{title}</p>
      <ul>
        {problems.map(({ field, text }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              className="inline-flex min-h-11 items-center underline hover:no-underline"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(field)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
