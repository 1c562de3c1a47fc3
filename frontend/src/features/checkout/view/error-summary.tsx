import type { ComponentProps } from "react";
import { useTexts } from "@/lib/texts/i18n";
import { ErrorSummary as Summary } from "@/ui/error-summary";

/** All that is wrong with a step, counted in the checkout's words. */
export function ErrorSummary(props: Omit<ComponentProps<typeof Summary>, "title">) {
  const { t } = useTexts();
  return <Summary title={t("LANG_CHECKOUT_ERRORS", { count: props.problems.length })} {...props} />;
}
