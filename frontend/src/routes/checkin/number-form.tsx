import { useState } from "react";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { TicketNumberField } from "@/ui/form/fields";
import { NUMBER, numberProblem } from "./model";

interface Props {
  code: string;
  isLoading: boolean;
  onChange: (code: string) => void;
  onSend: () => void;
}

/** Which ticket. */
export function NumberForm({ code, isLoading, onChange, onSend }: Props) {
  const { t } = useTexts();
  const [isTried, setIsTried] = useState(false);
  const problem = isTried ? numberProblem(code) : null;
  return (
    <form
      noValidate
      className="mt-8 rounded-card bg-surface p-5 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLoading) return;
        const wrong = numberProblem(code);
        setIsTried(wrong !== null);
        if (wrong) document.getElementById(NUMBER)?.focus();
        else onSend();
      }}
    >
      <TicketNumberField
        id={NUMBER}
        label={t("CHECKIN_NUMBER")}
        value={code}
        aria-required
        error={problem ? t(problem.text) : undefined}
        hint={<p className="text-sm text-ink-soft">{t("CHECKIN_NUMBER_HINT")}</p>}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button type="submit" className="mt-6 w-full sm:w-auto" aria-disabled={isLoading}>
        {t(isLoading ? "CHECKIN_SEARCHING" : "CHECKIN_CONTINUE")}
      </Button>
    </form>
  );
}
