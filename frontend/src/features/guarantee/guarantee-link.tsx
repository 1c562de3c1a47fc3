import type { GuaranteeNoticeData } from "@/generated/features/guarantee/notice";
import { useTexts } from "@/lib/texts/i18n";
import { DialogLink } from "@/ui/dialog/dialog-link";

/** To the EU's official notice (Regulation (EU) 2025/1960): over the page; without script, the picture itself. */
export function GuaranteeLink({ notice, className = "" }: { notice: GuaranteeNoticeData; className?: string }) {
  const { t } = useTexts();
  return (
    <DialogLink
      href={notice.url}
      className={`inline-flex min-h-11 items-center gap-2 rounded-control rule bg-raised px-3 py-1 text-sm leading-tight no-underline hover:underline ${className}`}
      load={() =>
        import("./notice-dialog").then(
          ({ noticeDialog }) =>
            (close) =>
              noticeDialog(notice, close),
        )
      }
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-5 shrink-0 fill-none stroke-current">
        <path d="M8 1.5 13.5 3.5V8c0 3-2.2 5.3-5.5 6.5C4.7 13.3 2.5 11 2.5 8V3.5ZM5.5 8l2 2 3.5-4" />
      </svg>
      {t("LANG_GUARANTEE_NOTICE")}
    </DialogLink>
  );
}
