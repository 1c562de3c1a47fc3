import { useTexts } from "@/lib/texts/i18n";

/** Without cookies the server cannot tell whose cart is whose: said where it matters (catalogue §8). */
export function CookiesNotice() {
  const { t } = useTexts();
  if (navigator.cookieEnabled) return null;
  return (
    <p role="alert" className="my-4 rounded-card border-2 border-danger bg-raised px-4 py-3 font-[600] text-danger">
      {t("LANG_CART_ERROR_COOKIES")}
    </p>
  );
}
