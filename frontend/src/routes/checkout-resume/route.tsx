import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useCart } from "@/features/cart";
import { RESUME_SESSION } from "@/generated/routes/checkout-resume/resume";
import { paths } from "@/lib/paths";
import { errorCode } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useClient } from "@/lib/wire/client";
import { Button, BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";

type Standing = "resuming" | "failed" | "has-own";

/** Goes on with a cart of another browser (purchase §1 "checkout/resume"). */
export default function CheckoutResumeRoute() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useClient();
  const { refresh } = useCart();
  const [search] = useSearchParams();
  const sessionId = search.get("id") ?? "";
  const [standing, setStanding] = useState<Standing>(sessionId ? "resuming" : "failed");
  const begun = useRef(false);

  const resume = async (replace: boolean) => {
    setStanding("resuming");
    try {
      const apollo = await client.load();
      await apollo.mutate({ mutation: RESUME_SESSION, variables: { input: { sessionId, replace } }, fetchPolicy: "no-cache" });
      await refresh();
      await navigate(paths.checkout(), { replace: true });
    } catch (error) {
      setStanding(errorCode(error) === "SESSION_HERE" ? "has-own" : "failed");
    }
  };

  useEffect(() => {
    if (begun.current || !sessionId) return;
    begun.current = true;
    void resume(false);
  });

  const title = t(TITLES[standing]);
  usePageTitle(title);
  return (
    <div className="shell pt-6 md:pt-8">
      <div className="mx-auto min-h-[85svh] max-w-[44rem] pb-16" aria-live="polite">
        <h1 tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {title}
        </h1>
        {standing === "failed" && (
          <>
            <p className="max-w-read">{t("LANG_RESUME_FAILED_TEXT")}</p>
            <p className="mt-8">
              <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
                {t("LANG_ERROR_404_HOME")}
              </Link>
            </p>
          </>
        )}
        {standing === "has-own" && (
          <>
            <p className="max-w-read">{t("LANG_RESUME_OWN_TEXT")}</p>
            <p className="mt-8 flex flex-wrap gap-4">
              <Button onClick={() => void resume(true)}>{t("LANG_RESUME_REPLACE")}</Button>
              <Link to={paths.checkout()} className={`${BUTTON} ${PLAIN}`}>
                {t("LANG_RESUME_KEEP")}
              </Link>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

const TITLES = { resuming: "LANG_RESUME_TITLE", failed: "LANG_RESUME_FAILED", "has-own": "LANG_RESUME_OWN" } as const;
