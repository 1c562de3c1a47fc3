import type { OverlayKey } from "@/generated/lang-keys";
import { useOverlayTexts } from "@/lib/overlay-texts";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

const STEPS: readonly OverlayKey[] = ["LANG_MERGEORDER_HELP_CART", "LANG_MERGEORDER_HELP_CHOOSE", "LANG_MERGEORDER_HELP_READY"];

export const mergeHelp = (close: () => void) => <MergeHelp onClose={close} />;

/** The three steps to add to an earlier order (purchase §2 "Merge-order help"). */
function MergeHelp({ onClose }: { onClose: () => void }) {
  const { t } = useOverlayTexts();
  return (
    <Dialog title={t("LANG_MERGEORDER_HELP_TITLE")} text={t("LANG_MERGEORDER_HELP_TEXT")} onCancel={onClose}>
      <ol className="mt-5 flex flex-col gap-4">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-center gap-4">
            <span aria-hidden="true" className="display grid size-10 shrink-0 place-items-center bg-accent text-2xl text-on-accent">
              {index + 1}
            </span>
            {t(step)}
          </li>
        ))}
      </ol>
      <Button className="mt-6" onClick={onClose}>
        {t("LANG_ALLG_OK")}
      </Button>
    </Dialog>
  );
}
