import { useState } from "react";
import { paths } from "@/lib/paths";
import { NoticeBox, StepFrame } from "@/features/checkout";
import { useTexts } from "@/lib/texts/i18n";
import { BUTTON, PRIMARY } from "@/ui/button";
import { Link } from "@/ui/link";
import { MergeForm } from "./merge-form";

/** The cart joins an earlier order (purchase §4 "Merging into an existing order"). */
export default function CheckoutMergeRoute() {
  const [merging, setMerging] = useState(false);
  return (
    <StepFrame step="cart" title="LANG_CHECKOUT_TITLE_MERGE" aside="none" hold={merging}>
      {(cart) =>
        cart.merging ? <MergeForm cart={cart} merging={cart.merging} onMerging={setMerging} /> : <NotMergeable />
      }
    </StepFrame>
  );
}

function NotMergeable() {
  const { t } = useTexts();
  return (
    <>
      <NoticeBox>{t("LANG_MERGE_NOT_ALLOWED")}</NoticeBox>
      <Link to={paths.checkout()} className={`${BUTTON} ${PRIMARY}`}>
        {t("LANG_MERGE_TO_CHECKOUT")}
      </Link>
    </>
  );
}
