import { useState } from "react";
import { reportTrouble } from "@/lib/error-reports";
import { useShopPage } from "@/lib/shop-data";
import { useTexts } from "@/lib/texts/i18n";
import { createRest } from "@/lib/wire/rest";
import { Button } from "@/ui/button";
import { ErrorSummary } from "@/ui/error-summary";
import { TextField, TickField } from "@/ui/field";
import { NoticeBox } from "@/ui/notice-box";
import { RichText } from "@/ui/rich-text";
import {
  answerField,
  bodyOf,
  fieldsOf,
  isRequired,
  LONGEST_ANSWER,
  problemsOf,
  type Answers,
  type CheckIn,
  type Item,
} from "./model";
import { NONE, refusalOf, valuesOf, type Refusal } from "./refusal";

interface Props {
  checkIn: CheckIn;
  code: string;
  answers: Answers;
  onChange: (answers: Answers) => void;
  onDone: () => void;
  /** the check-in itself failed */
  onEnd: (refusal: Refusal) => void;
}

/** What the event tells and asks, and the button that checks in. */
export function CheckInForm({ checkIn: { content, checkedIn }, code, answers, onChange, onDone, onEnd }: Props) {
  const { t } = useTexts();
  const { restUrl } = useShopPage();
  const [round, setRound] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState(NONE);

  const problems = round > 0 ? [...problemsOf(content, answers), ...refusal.problems] : [];
  const shown = problems.map((problem) => ({ field: problem.field, text: t(problem.text, valuesOf(problem)) }));
  const errorOf = (field: string) => shown.find((problem) => problem.field === field)?.text;

  const submit = async () => {
    if (isSending) return;
    setRefusal(NONE);
    setRound((n) => n + 1);
    if (problemsOf(content, answers).length > 0) return;
    setIsSending(true);
    try {
      await createRest(restUrl)("POST", "forms/check-in/responses", bodyOf(code, content, answers));
      onDone();
    } catch (error) {
      const refused = refusalOf(error, content);
      if (refused.unknown) reportTrouble(error, "checkin");
      if (refused.ends) onEnd(refused);
      else {
        setRefusal(refused);
        setRound((n) => n + 1);
        setIsSending(false);
      }
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {checkedIn && (
        <NoticeBox>
          <p>{t("CHECKIN_AGAIN")}</p>
        </NoticeBox>
      )}
      <ErrorSummary title={t("FORM_REFUND_ERRORS", { count: problems.length })} problems={shown} attempt={round} />
      <div className="mt-8 flex flex-col gap-6">
        {content.map((item, place) =>
          item.type === "content" ? (
            <Told key={place} item={item} />
          ) : (
            <Question
              key={item.name}
              item={item}
              answer={answers[item.name]}
              error={errorOf(answerField(item.name))}
              onAnswer={(answer) => {
                onChange({ ...answers, [item.name]: answer });
                setRefusal(NONE);
              }}
            />
          ),
        )}
      </div>
      {fieldsOf(content).length === 0 && <p className="mt-6 max-w-read">{t("CHECKIN_CONFIRM_TEXT")}</p>}
      {refusal.text && (
        <NoticeBox kind="trouble">
          <p>{t(refusal.text)}</p>
        </NoticeBox>
      )}
      <Button type="submit" className="mt-8 w-full sm:w-auto" aria-disabled={isSending}>
        {t(isSending ? "CHECKIN_SENDING" : "CHECKIN_SUBMIT")}
      </Button>
    </form>
  );
}

const Told = ({ item: { header, content } }: { item: Item }) => (
  <div>
    {header && <h3 className="mb-2 text-xl font-[650]">{header}</h3>}
    <RichText html={content} className="max-w-read" />
  </div>
);

interface QuestionProps {
  item: Item;
  answer: string | boolean | undefined;
  error: string | undefined;
  onAnswer: (answer: string | boolean) => void;
}

function Question({ item, answer, error, onAnswer }: QuestionProps) {
  const { t } = useTexts();
  const required = isRequired(item);
  const id = answerField(item.name);
  if (item.formType === "checkbox") {
    return (
      <TickField
        id={id}
        checked={answer === true}
        aria-required={required}
        error={error}
        onChange={(event) => onAnswer(event.target.checked)}
      >
        {item.label}
        {!required && <span className="text-ink-soft"> ({t("CHECKIN_OPTIONAL")})</span>}
      </TickField>
    );
  }
  return (
    <TextField
      id={id}
      label={item.label}
      aside={required ? undefined : t("CHECKIN_OPTIONAL")}
      value={typeof answer === "string" ? answer : ""}
      autoComplete="off"
      maxLength={LONGEST_ANSWER}
      aria-required={required}
      error={error}
      onChange={(event) => onAnswer(event.target.value)}
    />
  );
}
