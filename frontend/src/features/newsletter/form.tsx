import { useId, useState } from "react";
import { paths } from "@/lib/paths";
import { hidePopupForGood } from "@/features/newsletter/memory";
import { problemsOf, signUp, type Entered } from "@/features/newsletter/sign-up";
import { useAction } from "@/lib/sending/use-action";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { useShopPage } from "@/lib/shop-data";
import { Dialog } from "@/ui/dialog/dialog";
import { DialogDone, DialogForm } from "@/ui/dialog/dialog-form";
import { TickField } from "@/ui/field";
import { EmailField } from "@/ui/form/fields";
import { useForm } from "@/ui/form/use-form";
import { ExternalLink } from "@/ui/link";
import { RichText } from "@/ui/rich-text";

export const newsletterDialog = (close: (signedUp: boolean) => void) => <NewsletterDialog onClose={close} />;

/** E-mail and consent; the wish counts once its mail is answered (purchase §4 "Newsletter"). */
function NewsletterDialog({ onClose }: { onClose: (signedUp: boolean) => void }) {
  const { t } = useOverlayTexts();
  const page = useShopPage();
  const { shop } = page;
  const [isDone, setIsDone] = useState(false);
  const id = useId();
  const { send } = useAction(signUp, () => {
    hidePopupForGood(page.shopSlug);
    setIsDone(true);
  });
  const form = useForm<Entered>({
    start: { email: "", terms: false },
    check: problemsOf,
    idOf: (name) => `${id}-${name}`,
    send,
  });

  return (
    <Dialog title={shop.meta.mailchimpHeader || t("LANG_NEWSLETTER_TITLE")} onCancel={() => onClose(isDone)}>
      <RichText html={shop.meta.mailchimpCustomtext} className="mt-3" />
      {isDone ? (
        <DialogDone text={t("LANG_NEWSLETTER_SUCCESS")} onDone={() => onClose(true)} />
      ) : (
        <DialogForm
          form={form}
          submit={t("LANG_NEWSLETTER_SUBMIT")}
          cancel={t("LANG_ALLG_CANCEL")}
          busy={t("LANG_NEWSLETTER_SENDING")}
          onCancel={() => onClose(false)}
        >
          <EmailField {...form.text("email")} label={t("LANG_NEWSLETTER_EMAIL")} required />
          <TickField {...form.tick("terms")} required>
            {t("LANG_NEWSLETTER_TERMS", { shop: shop.name })}
          </TickField>
          <ExternalLink
            href={page.basePath + paths.dataPolicy()}
            className="inline-flex min-h-11 items-center self-start text-sm underline hover:no-underline"
          >
            {t("LANG_NAV_DATAPOLICY")}
          </ExternalLink>
        </DialogForm>
      )}
    </Dialog>
  );
}
