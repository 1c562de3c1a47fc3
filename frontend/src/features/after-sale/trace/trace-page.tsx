import { useState } from "react";
import { AfterSalePage, Completed } from "@/features/after-sale/tickets";
import { useTexts } from "@/lib/texts/i18n";
import { TraceForm } from "./trace-form";

/** Holders of tickets enter who comes with each and how to reach them. */
export function TracePage() {
  const { t } = useTexts();
  const [done, setDone] = useState(0);
  return (
    <AfterSalePage title="FORM_UPDATETICKET_TITLE">
      {done > 0 ? (
        <Completed
          title={t("FORM_UPDATETICKET_COMPLETED", { count: done })}
          text={t("FORM_UPDATETICKET_COMPLETED_TEXT")}
          onMore={() => setDone(0)}
        />
      ) : (
        <>
          <p className="max-w-read">{t("FORM_UPDATETICKET_TEXT")}</p>
          <TraceForm onDone={setDone} />
        </>
      )}
    </AfterSalePage>
  );
}
