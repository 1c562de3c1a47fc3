import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { pieces, useCart } from "@/features/cart";
import { RESUME_SESSION } from "@/generated/routes/checkout-resume/resume";
import { paths } from "@/lib/paths";
import { errorCode, errorText, type ErrorText } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { useClient } from "@/lib/wire/client";
import { Button, BUTTON, PLAIN } from "@/ui/button";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";

/** `failed`: the id is good for nothing; `trouble`: nobody knows, and it may be tried again. */
type Standing =
  | { kind: "resuming" }
  | { kind: "failed" }
  | { kind: "has-own" }
  | { kind: "trouble"; text: ErrorText; replace: boolean };

const TITLES = {
  resuming: "LANG_RESUME_TITLE",
  failed: "LANG_RESUME_FAILED",
  trouble: "LANG_RESUME_FAILED",
  "has-own": "LANG_RESUME_OWN",
} as const;

/** Goes on with a cart of another browser (purchase §1 "checkout/resume"). */
export default function CheckoutResumeRoute() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useClient();
  const { announce, refresh } = useCart();
  const [search] = useSearchParams();
  const sessionId = search.get("id") ?? "";
  const [standing, setStanding] = useState<Standing>({ kind: sessionId ? "resuming" : "failed" });
  const heading = useRef<HTMLHeadingElement>(null);
  const begun = useRef(false);

  const resume = async (replace: boolean): Promise<void> => {
    try {
      const apollo = await client.load();
      await apollo.mutate({
        mutation: RESUME_SESSION,
        variables: { input: { sessionId, replace } },
        fetchPolicy: "no-cache",
      });
    } catch (error) {
      const code = errorCode(error);
      if (code === "SESSION_HERE" && !replace) await replaceNothing();
      else if (code === "NOT_RESUMED") setStanding({ kind: "failed" });
      else setStanding({ kind: "trouble", text: errorText(error), replace });
      return;
    }
    // It is here, whether the cart can be read at once or not: the checkout tries again.
    await refresh().catch(() => undefined);
    announce();
    await navigate(paths.checkout(), { replace: true });
  };

  /** Who has a session here but nothing in it is not asked. */
  const replaceNothing = async () => {
    const own = await refresh().catch(() => undefined);
    if (own === undefined || pieces(own) > 0) setStanding({ kind: "has-own" });
    else await resume(true);
  };

  const press = (replace: boolean) => {
    setStanding({ kind: "resuming" });
    heading.current?.focus();
    void resume(replace);
  };

  useEffect(() => {
    if (begun.current || !sessionId) return;
    begun.current = true;
    void resume(false);
  });

  const title = t(TITLES[standing.kind]);
  usePageTitle(title);
  return (
    <div className="shell pt-6 md:pt-8">
      <div className="mx-auto min-h-[85svh] max-w-[44rem] pb-16" aria-live="polite">
        <h1 ref={heading} tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
          {title}
        </h1>
        {standing.kind === "failed" && (
          <>
            <p className="max-w-read">{t("LANG_RESUME_FAILED_TEXT")}</p>
            <p className="mt-8">
              <Link to={paths.home()} className={`${BUTTON} ${PLAIN}`}>
                {t("LANG_ERROR_404_HOME")}
              </Link>
            </p>
          </>
        )}
        {standing.kind === "trouble" && (
          <>
            <p className="max-w-read">{t(standing.text.key, standing.text.values)}</p>
            <p className="mt-8">
              <Button onClick={() => press(standing.replace)}>{t("LANG_ERROR_RETRY")}</Button>
            </p>
          </>
        )}
        {standing.kind === "has-own" && (
          <>
            <p className="max-w-read">{t("LANG_RESUME_OWN_TEXT")}</p>
            <p className="mt-8 flex flex-wrap gap-4">
              <Button onClick={() => press(true)}>{t("LANG_RESUME_REPLACE")}</Button>
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
