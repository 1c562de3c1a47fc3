import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { keepInTab, readInTab } from "@/lib/tab-memory";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";
import { Modal } from "@/ui/dialog/modal";
import { useHydrated } from "@/ui/hooks/use-hydrated";

const KEY = "over18";

/** Asks once a visit whether the visitor is of age; "no" goes back (catalogue §5). */
export function AgeGate() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState(false);
  const open = useHydrated() && !accepted && readInTab(KEY) === null;

  const accept = () => {
    keepInTab(KEY, 1);
    setAccepted(true);
  };
  const refuse = () => {
    if (window.history.length > 1) void navigate(-1);
    else void navigate(paths.home(), { replace: true });
  };

  return (
    <Modal
      open={open}
      aria-labelledby="age-title"
      className="m-auto w-[min(32rem,calc(100%-2rem))] rounded-card rule bg-raised p-8 shadow-card backdrop:bg-veil/85"
      onCancel={refuse}
    >
      <h2 id="age-title" className="display text-3xl">
        {t("LANG_ITEM_OVER18")}
      </h2>
      <p className="mt-4 mb-6">{t("LANG_ITEM_OVER18_TEXT")}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={accept}>{t("LANG_ITEM_OVER18_YES")}</Button>
        <Button look="plain" onClick={refuse}>
          {t("LANG_ITEM_OVER18_NO")}
        </Button>
      </div>
    </Modal>
  );
}
