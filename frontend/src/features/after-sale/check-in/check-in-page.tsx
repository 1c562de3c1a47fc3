import { useEffect, useRef, useState, type ReactNode, type Ref } from "react";
import { AfterSalePage, HomeLink } from "@/features/after-sale/tickets";
import { takeParameter } from "@/lib/address";
import type { Refusal } from "@/lib/sending/refusal";
import { useTexts } from "@/lib/texts/i18n";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { dateAndTime, dateLong, noted, timeOf } from "@/lib/time/dates";
import { Button } from "@/ui/button";
import { NoticeBox } from "@/ui/notice-box";
import { Loading } from "@/ui/page/loading";
import { CheckInForm } from "./check-in-form";
import { isNumber, stageOf, type Answers, type CheckIn } from "./model";
import { NumberForm } from "./number-form";
import { useCheckIn } from "./use-check-in";

type Heading = Ref<HTMLHeadingElement> | undefined;

/** Holders of tickets for an event with online check-in say that they come. */
export function CheckInPage({ id }: { id: string }) {
  return (
    <AfterSalePage title="CHECKIN_TITLE">
      <Steps key={id} id={id} />
    </AfterSalePage>
  );
}

/** Ticket number, event and form, confirmation; an error leads back to the number, which is cleared. */
function Steps({ id }: { id: string }) {
  const { t } = useTexts();
  const [code, setCode] = useState(isNumber(id) ? id : "");
  const [answers, setAnswers] = useState<Answers>({});
  const [isDone, setIsDone] = useState(false);
  const { isLoading, checkIn, refusal, answered, ask, end, reset } = useCheckIn(id, () => setCode(""));
  const heading = useFocused(`${answered} ${isDone}`);

  // A ticket's number stays in no history, and goes to nobody who is told of addresses.
  useEffect(() => {
    if (isNumber(id)) takeParameter("id");
  }, [id]);

  const startOver = () => {
    setCode("");
    setAnswers({});
    setIsDone(false);
    reset();
  };

  const send = (number: string) => {
    setCode(number);
    setAnswers({});
    return ask(number);
  };

  if (isLoading && answered === 0) return <Loading bars={["h-16", "h-64"]} className="mt-4 gap-5" />;
  const stage = isDone ? "done" : checkIn ? stageOf(checkIn) : "number";
  return (
    <>
      {refusal && <Failure refusal={refusal} heading={heading} />}
      {checkIn && (
        <EventHead
          checkIn={checkIn}
          code={checkIn.ticketKnown ? code : ""}
          isOpen={stage === "form" || stage === "number"}
          heading={isDone ? undefined : heading}
        />
      )}
      {stage === "number" && (
        <>
          {!checkIn && !refusal && <p className="max-w-read">{t("CHECKIN_TEXT")}</p>}
          <NumberForm code={code} onSend={send} />
        </>
      )}
      {checkIn && stage === "form" && (
        <CheckInForm
          checkIn={checkIn}
          code={code}
          answers={answers}
          onDone={(given) => {
            setAnswers(given);
            setIsDone(true);
          }}
          onEnd={end}
        />
      )}
      {checkIn && stage !== "number" && stage !== "form" && (
        <Outcome stage={stage} checkIn={checkIn} heading={isDone ? heading : undefined}>
          {isDone && checkIn.allowRetake && (
            <Button look="plain" onClick={() => setIsDone(false)}>
              {t("CHECKIN_CHANGE")}
            </Button>
          )}
          {checkIn.ticketKnown && <Button onClick={startOver}>{t("CHECKIN_MORE")}</Button>}
        </Outcome>
      )}
    </>
  );
}

/** Whoever works without a mouse or with a reader is led to what has come. */
function useFocused(what: string): Ref<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(what);
  useEffect(() => {
    if (before.current !== what) heading.current?.focus();
    before.current = what;
  }, [what]);
  return heading;
}

function Failure({ refusal: { text, step }, heading }: { refusal: Refusal; heading: Heading }) {
  const { t } = useOverlayTexts();
  return (
    <NoticeBox kind="trouble">
      {step && (
        <h2 ref={heading} tabIndex={-1} className="font-[650] outline-none">
          {t("CHECKIN_ERROR")}
        </h2>
      )}
      {text && <p>{t(text)}</p>}
    </NoticeBox>
  );
}

interface EventProps {
  checkIn: CheckIn;
  /** of the ticket, where one is known */
  code: string;
  /** it can still be done */
  isOpen: boolean;
  heading: Heading;
}

function EventHead({ checkIn: { event, recommendedUntil }, code, isOpen, heading }: EventProps) {
  const { t, locale } = useTexts();
  const { venue, happeningFrom, meta } = event;
  const place = [venue.name, venue.address.city].filter(Boolean).join(", ");
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="text-2xl font-[650] outline-none">
        {event.descriptiveName}
      </h2>
      {!meta.hideDate && (
        <p className="mt-1">
          {noted(`${dateLong(happeningFrom, locale, venue.timeZone)}, ${timeOf(happeningFrom, venue.timeZone)}`, venue)}
        </p>
      )}
      <p className="text-ink-soft">{place}</p>
      {code && <p className="figures text-ink-soft">{t("FORM_UPDATETICKET_TICKET", { number: code })}</p>}
      {isOpen && recommendedUntil && (
        <p className="mt-3 max-w-read">{t("CHECKIN_UNTIL", dateAndTime(recommendedUntil, locale, venue))}</p>
      )}
    </div>
  );
}

const TITLES = {
  soon: "CHECKIN_SOON",
  over: "CHECKIN_OVER",
  already: "CHECKIN_ALREADY",
  done: "CHECKIN_DONE",
} as const;

interface OutcomeProps {
  stage: keyof typeof TITLES;
  checkIn: CheckIn;
  heading: Heading;
  children: ReactNode;
}

/** It has not begun, is over, or has been done: what that means, and what to do next. */
function Outcome({ stage, checkIn: { checkInStartAt, event }, heading, children }: OutcomeProps) {
  const { t, locale } = useTexts();
  const texts = {
    soon: checkInStartAt
      ? t("CHECKIN_SOON_TEXT", dateAndTime(checkInStartAt, locale, event.venue))
      : t("CHECKIN_SOON_NODATE"),
    over: t("CHECKIN_ERROR_CLOSED"),
    already: t("CHECKIN_ALREADY_TEXT"),
    done: t("CHECKIN_DONE_TEXT"),
  };
  return (
    <section className="mt-8 rounded-card bg-surface p-5 md:p-6" aria-live="polite">
      <h3 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {t(TITLES[stage])}
      </h3>
      <p className="mt-3 max-w-read text-lg">{texts[stage]}</p>
      <p className="mt-8 flex flex-wrap gap-4">
        {children}
        <HomeLink />
      </p>
    </section>
  );
}
