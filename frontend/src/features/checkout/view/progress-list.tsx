import { STEPS, wayTo, type Step } from "@/features/checkout/model/flow";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { Link } from "@/ui/link";

const LABELS: Record<Step, LangKey> = {
  cart: "LANG_CHECKOUT_STEP_CART",
  details: "LANG_CHECKOUT_STEP_DETAILS",
  payment: "LANG_CHECKOUT_STEP_PAYMENT",
  confirm: "LANG_CHECKOUT_STEP_CONFIRM",
  done: "LANG_CHECKOUT_STEP_DONE",
};

interface Props {
  step: Step;
  /** nothing in the cart is shipped: the third step asks for the payment only; null: its words wait for the cart */
  paymentOnly?: boolean | null;
}

/** The five steps; those behind the shopper are links until the order is placed. Phones name the current one only. */
export function ProgressList({ step, paymentOnly = false }: Props) {
  const { t } = useTexts();
  const current = STEPS.indexOf(step);
  return (
    <nav aria-label={t("LANG_CHECKOUT_PROGRESS")}>
      <ol className="flex gap-1.5 md:gap-3">
        {STEPS.map((name, index) => {
          const past = index < current;
          const to = past && step !== "done" ? wayTo(name) : undefined;
          const bar = index <= current ? "bg-ink" : "bg-hairline";
          const content = (
            <>
              <span aria-hidden="true" className={`block h-1.5 rounded-control ${bar}`} />
              <span className="flex min-h-9 items-center gap-2 text-sm leading-tight">
                <span className="figures font-[650]">{index + 1}</span>
                <span
                  className={`${index === current ? "font-[650] whitespace-nowrap" : "sr-only md:not-sr-only"} ${paymentOnly === null && name === "payment" ? "opacity-0" : ""}`}
                >
                  {t(paymentOnly && name === "payment" ? "LANG_CHECKOUT_PAYMENT_ONLY" : LABELS[name])}
                </span>
                {past && <span className="sr-only">{t("LANG_CHECKOUT_STEP_PAST")}</span>}
              </span>
            </>
          );
          return (
            <li
              key={name}
              aria-current={index === current ? "step" : undefined}
              className={`min-w-0 ${index === current ? "grow-[3] basis-28 md:grow md:basis-0" : "grow basis-0"} ${index > current ? "text-ink-soft" : ""}`}
            >
              {to ? (
                <Link to={to} className="block min-h-11 no-underline hover:underline">
                  {content}
                </Link>
              ) : (
                <span className="block min-h-11">{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
