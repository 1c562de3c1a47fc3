import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import type { LangKey } from "@/generated/lang-keys";
import { refusalText } from "@/lib/sending/refusal";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import type { AnyForm } from "@/ui/form/use-form";
import { NoticeBox } from "@/ui/notice-box";

interface Props {
  form: AnyForm;
  /** heads the list of all that is wrong; without it the first wrong field gets the focus */
  errors?: LangKey;
  /** above that list */
  intro?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** What every form of a page has: all that is wrong on top of it, and one way to send it. */
export function Form({ form, errors, intro, className, children }: Props) {
  const { t } = useOverlayTexts();
  const { attempt, problems } = form;
  /** the field from which the form was sent */
  const [sentFrom, setSentFrom] = useState("");
  const focusFirst = useEffectEvent(() => {
    if (!errors && problems[0]) document.getElementById(problems[0].field)?.focus();
  });
  useEffect(() => focusFirst(), [attempt]);
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        setSentFrom(document.activeElement?.id ?? "");
        form.submit();
      }}
    >
      {intro}
      {errors && (
        <ErrorSummary
          title={t(errors, { count: problems.length })}
          problems={form.isMarked ? problems : []}
          attempt={attempt}
        />
      )}
      {children}
      {/* A field that has the focus already is not read out once more with its error. */}
      {!errors && problems[0]?.field === sentFrom && (
        <p key={attempt} role="alert" className="sr-only">
          {problems.map(({ text }) => text).join(" ")}
        </p>
      )}
    </form>
  );
}

/** Why it was refused, if that is no field's, above the button; `children`: what to do about it. Scrolls into sight. */
export function RefusalNotice({ form, children }: { form: Pick<AnyForm, "refusal">; children?: ReactNode }) {
  const { t } = useOverlayTexts();
  const box = useRef<HTMLDivElement>(null);
  const { refusal } = form;
  useEffect(() => {
    if (refusal) box.current?.scrollIntoView({ block: "nearest" });
  }, [refusal]);
  const text = refusalText(refusal, t);
  return (
    text && (
      <NoticeBox ref={box} kind="trouble">
        <p>{text}</p>
        {children}
      </NoticeBox>
    )
  );
}

interface SubmitProps {
  form: Pick<AnyForm, "isSending">;
  text: LangKey;
  /** while it is sent */
  busy: LangKey;
  className?: string;
}

export function SubmitButton({ form: { isSending }, text, busy, className = "mt-6" }: SubmitProps) {
  const { t } = useOverlayTexts();
  return (
    <Button type="submit" className={`${className} w-full sm:w-auto`} aria-disabled={isSending}>
      {t(isSending ? busy : text)}
    </Button>
  );
}
