import { paths } from "@/lib/paths";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { BUTTON, Button, PRIMARY } from "@/ui/button";
import { Dialog } from "@/ui/dialog/dialog";
import { DocumentLink } from "@/ui/link";

const STEPS = ["LANG_MERGE_HELP_1", "LANG_MERGE_HELP_2", "LANG_MERGE_HELP_3"] as const;

export const mergeHelpDialog = (close: () => void) => <MergeHelpDialog onClose={close} />;

/** Three steps (purchase §2 "Merge-order help"). */
function MergeHelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useOverlayTexts();
  return (
    <Dialog title={t("LANG_MERGE_HELP_TITLE")} onCancel={onClose}>
      <ol className="mt-4 flex flex-col gap-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-baseline gap-3">
            <span aria-hidden="true" className="display w-7 shrink-0 text-2xl">
              {index + 1}
            </span>
            {t(step)}
          </li>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap gap-3">
        <DocumentLink to={paths.checkoutMerge()} className={`${BUTTON} ${PRIMARY}`}>
          {t("LANG_MERGE_HELP_GO")}
        </DocumentLink>
        <Button look="plain" onClick={onClose}>
          {t("LANG_ALLG_CLOSE")}
        </Button>
      </p>
    </Dialog>
  );
}
