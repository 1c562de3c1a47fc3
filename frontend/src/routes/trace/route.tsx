import { useEffect, useRef, useState } from "react";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { Button, BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { TraceForm } from "./trace-form";

/** Who has a ticket says who comes with it and how to reach them (purchase §2 "After-sale forms"). */
export default function TraceRoute() {
  const { t } = useTexts();
  const [done, setDone] = useState(0);
  usePageTitle(t("FORM_UPDATETICKET_TITLE"));
  return (
    <div className="shell pt-6 md:pt-8">
      <div className="mx-auto min-h-[85svh] max-w-[44rem] pb-16">
        <h1 tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {t("FORM_UPDATETICKET_TITLE")}
        </h1>
        {done > 0 ? (
          <Completed count={done} onMore={() => setDone(0)} />
        ) : (
          <>
            <p className="max-w-read">{t("FORM_UPDATETICKET_TEXT")}</p>
            <TraceForm onDone={setDone} />
          </>
        )}
      </div>
    </div>
  );
}

function Completed({ count, onMore }: { count: number; onMore: () => void }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="mt-8" aria-live="polite">
      <h2 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {t("FORM_UPDATETICKET_COMPLETED", { count })}
      </h2>
      <p className="mt-3 max-w-read text-lg">{t("FORM_UPDATETICKET_COMPLETED_TEXT")}</p>
      <p className="mt-8 flex flex-wrap gap-4">
        <Button onClick={onMore}>{t("FORM_UPDATETICKET_MORE")}</Button>
        <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
          {t("LANG_ERROR_404_HOME")}
        </Link>
      </p>
    </section>
  );
}
