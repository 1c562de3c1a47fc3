import type { GuaranteeNoticeData } from "@/generated/features/guarantee/notice";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog/dialog";
import { NewTabLink } from "@/ui/dialog/new-tab-link";

interface Props {
  notice: GuaranteeNoticeData;
  onClose: () => void;
}

export const noticeDialog = (notice: GuaranteeNoticeData, close: () => void) => (
  <NoticeDialog notice={notice} onClose={close} />
);

/** The notice as it was given out, wide enough to be read; narrow screens scroll it sideways. What ends it comes first. */
function NoticeDialog({ notice, onClose }: Props) {
  const { t } = useOverlayTexts();
  const title = t("LANG_GUARANTEE_NOTICE");
  return (
    <Dialog wide title={title} onCancel={onClose}>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button onClick={onClose}>{t("LANG_ALLG_CLOSE")}</Button>
        <NewTabLink href={notice.url} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the arrow keys */}
      <div role="group" aria-label={title} tabIndex={0} className="mt-4 overflow-x-auto">
        <img
          src={notice.url}
          alt={t("LANG_GUARANTEE_NOTICE_TEXT")}
          width={notice.width}
          height={notice.height}
          className="h-auto w-full max-w-none min-w-[40rem]"
        />
      </div>
    </Dialog>
  );
}
