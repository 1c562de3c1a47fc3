import { useId, useRef, useState } from "react";
import { paths } from "@/lib/paths";
import { hidePopupForGood } from "@/features/newsletter/memory";
import { signUp, type Problem } from "@/features/newsletter/sign-up";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { Dialog } from "@/ui/dialog/dialog";
import { DialogDone, DialogForm } from "@/ui/dialog/dialog-form";
import { ExternalLink } from "@/ui/link";
import { RichText } from "@/ui/rich-text";

type State = "form" | "subscribing" | "subscribed";

export const newsletterDialog = (close: (signedUp: boolean) => void) => <NewsletterDialog onClose={close} />;

/** E-mail and consent; the wish counts once its mail is answered (purchase §4 "Newsletter"). */
function NewsletterDialog({ onClose }: { onClose: (signedUp: boolean) => void }) {
  const { t } = useOverlayTexts();
  const page = useShopPage();
  const { shop } = page;
  const [state, setState] = useState<State>("form");
  const [problem, setProblem] = useState<Problem | null>(null);
  const id = useId();
  const email = useRef<HTMLInputElement>(null);
  const terms = useRef<HTMLInputElement>(null);

  const submit = async () => {
    setProblem(null);
    setState("subscribing");
    const found = await signUp(page.restUrl, email.current?.value ?? "", terms.current?.checked ?? false);
    setProblem(found);
    setState(found ? "form" : "subscribed");
    if (!found) hidePopupForGood(page.shopSlug);
    else if (found.email) email.current?.focus();
    else if (found.terms) terms.current?.focus();
  };
  const messageId = (part: string, message?: string) => (message ? `${id}-${part}` : undefined);
  const message = (part: string, key?: Problem["email"]) =>
    key && (
      <span id={`${id}-${part}`} className="text-sm font-[600] text-danger">
        {t(key)}
      </span>
    );

  return (
    <Dialog
      title={shop.meta.mailchimpHeader || t("LANG_NEWSLETTER_TITLE")}
      onCancel={() => onClose(state === "subscribed")}
    >
      <RichText html={shop.meta.mailchimpCustomtext} className="mt-3" />
      {state === "subscribed" ? (
        <DialogDone text={t("LANG_NEWSLETTER_SUCCESS")} onDone={() => onClose(true)} />
      ) : (
        <DialogForm
          submit={t("LANG_NEWSLETTER_SUBMIT")}
          cancel={t("LANG_ALLG_CANCEL")}
          busy={state === "subscribing" && t("LANG_NEWSLETTER_SENDING")}
          onSubmit={() => void submit()}
          onCancel={() => onClose(false)}
        >
          <p className="flex flex-col gap-1">
            <label htmlFor={`${id}-address`} className="text-sm font-[600]">
              {t("LANG_NEWSLETTER_EMAIL")}
            </label>
            <input
              ref={email}
              id={`${id}-address`}
              type="email"
              autoComplete="email"
              maxLength={254}
              required
              className="h-12 rounded-control rule bg-paper px-3"
              aria-invalid={Boolean(problem?.email)}
              aria-describedby={messageId("email", problem?.email)}
            />
            {message("email", problem?.email)}
          </p>
          <p>
            <label className="flex items-start gap-3 text-sm">
              <input
                ref={terms}
                type="checkbox"
                required
                className="size-6 shrink-0 accent-ink"
                aria-invalid={Boolean(problem?.terms)}
                aria-describedby={messageId("terms", problem?.terms)}
              />
              {t("LANG_NEWSLETTER_TERMS", { shop: shop.name })}
            </label>
            {message("terms", problem?.terms)}
          </p>
          <ExternalLink
            href={page.basePath + paths.dataPolicy()}
            className="inline-flex min-h-11 items-center self-start text-sm underline hover:no-underline"
          >
            {t("LANG_NAV_DATAPOLICY")}
          </ExternalLink>
          <div role="alert" className="font-[600] text-danger empty:hidden">
            {problem?.other && t(problem.other, problem.values)}
          </div>
        </DialogForm>
      )}
    </Dialog>
  );
}
