import { TicketForm } from "@/features/after-sale/tickets";
import type { Refusal } from "@/lib/sending/refusal";
import { useAction } from "@/lib/sending/use-action";
import { useTexts } from "@/lib/texts/i18n";
import { TextField, TickField } from "@/ui/field";
import { useForm, type FormOf } from "@/ui/form/use-form";
import { NoticeBox } from "@/ui/notice-box";
import { RichText } from "@/ui/rich-text";
import { sendCheckIn } from "./action";
import { fieldsOf, idOf, isRequired, LONGEST_ANSWER, problemsOf, type Answers, type CheckIn, type Item } from "./model";

interface Props {
  checkIn: CheckIn;
  code: string;
  /** what was entered before */
  answers: Answers;
  onDone: (answers: Answers) => void;
  /** the check-in itself failed */
  onEnd: (refusal: Refusal) => void;
}

interface Entered {
  answers: Answers;
}

/** What the event tells and asks, and the button that checks in. */
export function CheckInForm({ checkIn: { content, checkedIn }, code, answers: before, onDone, onEnd }: Props) {
  const { t } = useTexts();
  const { send } = useAction(sendCheckIn);
  const form = useForm<Entered>({
    start: { answers: before },
    check: ({ answers }) => problemsOf(content, answers),
    idOf,
    send: async ({ answers }) => {
      const refusal = await send({ code, content, answers });
      if (!refusal) onDone(answers);
      else if (refusal.step) onEnd(refusal);
      return refusal;
    },
  });
  return (
    <TicketForm
      form={form}
      submit="CHECKIN_SUBMIT"
      busy="CHECKIN_SENDING"
      className="mt-8"
      intro={
        checkedIn && (
          <NoticeBox>
            <p>{t("CHECKIN_AGAIN")}</p>
          </NoticeBox>
        )
      }
    >
      <div className="mt-8 flex flex-col gap-6">
        {content.map((item, place) =>
          item.type === "content" ? (
            <Passage key={place} item={item} />
          ) : (
            <Question key={item.name} item={item} form={form} />
          ),
        )}
      </div>
      {fieldsOf(content).length === 0 && <p className="mt-6 max-w-read">{t("CHECKIN_CONFIRM_TEXT")}</p>}
    </TicketForm>
  );
}

const Passage = ({ item: { header, content } }: { item: Item }) => (
  <div>
    {header && <h3 className="mb-2 text-xl font-[650]">{header}</h3>}
    <RichText html={content} className="max-w-read" />
  </div>
);

function Question({ item, form }: { item: Item; form: FormOf<Entered> }) {
  const { t } = useTexts();
  const required = isRequired(item);
  const answer = form.entered.answers[item.name];
  const field = {
    id: idOf(`answers.${item.name}`),
    error: form.errorOf(`answers.${item.name}`),
    "aria-required": required,
  };
  const enter = (value: string | boolean) => form.change({ answers: { ...form.entered.answers, [item.name]: value } });
  if (item.formType === "checkbox") {
    return (
      <TickField {...field} checked={answer === true} onChange={(event) => enter(event.target.checked)}>
        {item.label}
        {!required && <span className="text-ink-soft"> ({t("CHECKIN_OPTIONAL")})</span>}
      </TickField>
    );
  }
  return (
    <TextField
      {...field}
      label={item.label}
      aside={required ? undefined : t("CHECKIN_OPTIONAL")}
      value={typeof answer === "string" ? answer : ""}
      autoComplete="off"
      maxLength={LONGEST_ANSWER}
      onChange={(event) => enter(event.target.value)}
    />
  );
}
