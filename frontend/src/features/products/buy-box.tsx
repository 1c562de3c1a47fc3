import { useId, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { useAddToCart } from "@/features/cart";
import { BuyButton } from "@/features/products/buy-button";
import { chosenPrice, onlyOption, openOptions } from "@/features/products/choice";
import { VariantChoice } from "@/features/products/variant-choice";
import type { ProductDetail } from "@/generated/features/products/product";
import { dateMedium, daysUntil, isDate } from "@/lib/dates";
import { useTexts } from "@/lib/i18n";
import { BUTTON, PRIMARY } from "@/ui/button";
import { ExternalLink } from "@/ui/link";
import { LowestPrice } from "@/ui/lowest-price";
import { Price } from "@/ui/price";
import { Stepper } from "@/ui/stepper";

const MAX_PERSONAL_TEXT = 80;

/** Price, choice, amount and button of a product. On phones amount and button stay at the lower edge below `children`. */
export function BuyBox({ product, children }: { product: ProductDetail; children: ReactNode }) {
  const { t, locale } = useTexts();
  const options = openOptions(product.productVariants.nodes);
  const [chosen, setChosen] = useState<string | null>(onlyOption(options));
  const [amount, setAmount] = useState(1);
  const [personal, setPersonal] = useState("");
  const [hint, setHint] = useState(false);
  const { state, error, add, reset } = useAddToCart();
  const choice = useRef<HTMLFieldSetElement>(null);
  const personalId = useId();
  const price = chosenPrice(product, options, chosen);
  const personalised = product.meta.personalised;
  const limit = Math.max(1, product.cartLimit);
  const future = isDate(product.publicShippableFrom) && daysUntil(product.publicShippableFrom) > 0;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!chosen) {
      setHint(true);
      choice.current?.querySelector<HTMLElement>("input:not(:disabled), select")?.focus();
      return;
    }
    void add([{ productVariantId: chosen, amount, ...(personalised ? { personalIdentifier: personal.trim() } : {}) }]);
  };

  const choose = (id: string) => {
    setChosen(id);
    setHint(false);
    if (state === "error") reset();
  };

  const controls = (
    <>
      {product.available && !personalised && limit > 1 && (
        <Stepper
          label={t("LANG_AMOUNT")}
          lessLabel={t("LANG_AMOUNT_LESS")}
          moreLabel={t("LANG_AMOUNT_MORE")}
          value={amount}
          min={1}
          max={limit}
          onChange={setAmount}
        />
      )}
      <BuyButton
        state={state}
        available={product.available}
        soldOutMessage={product.soldOutMessage}
        onHover={() => setHint(!chosen && options.length > 1)}
      />
    </>
  );

  return (
    <form noValidate className="flex flex-col gap-6" onSubmit={submit}>
      <div>
        <p aria-live="polite">
          <Price value={price.value} original={price.original} className="text-3xl" />
        </p>
        <LowestPrice value={price.lowest} className="mt-2" />
        <p className="mt-2 text-xs text-ink-soft">{t("LANG_PRICE_INCL_SHIPPING")}</p>
      </div>

      {future && isDate(product.publicShippableFrom) && (
        <p className="rounded-card bg-surface p-4 text-sm">
          <strong>{t("LANG_ITEM_PREORDER")}.</strong>{" "}
          {t("LANG_ITEM_PREORDER_TEXT", { date: dateMedium(product.publicShippableFrom, locale) })}
        </p>
      )}

      {product.meta.externalUrl ? (
        <div className="flex flex-col gap-3">
          <ExternalLink href={product.meta.externalUrl} className={`${BUTTON} ${PRIMARY} w-full`}>
            {product.meta.externalUrlText || t("LANG_ITEM_EXTERNAL")}
          </ExternalLink>
          <p className="text-sm text-ink-soft">{t("LANG_ITEM_EXTERNAL_TEXT")}</p>
        </div>
      ) : (
        <>
          {options.length > 1 && (
            <VariantChoice
              ref={choice}
              options={options}
              dropdown={product.select}
              chosen={chosen}
              hint={hint ? t("LANG_ITEM_ERROR_NOOPTION") : null}
              onChoose={choose}
            />
          )}
          {personalised && product.available && (
            <p className="flex flex-col gap-1">
              <label htmlFor={personalId} className="text-sm font-[600]">
                {t("LANG_ITEM_PERSONALISATION")}
              </label>
              <input
                id={personalId}
                className="h-12 rounded-control rule bg-raised px-3"
                maxLength={MAX_PERSONAL_TEXT}
                value={personal}
                onChange={(event) => setPersonal(event.target.value)}
              />
            </p>
          )}
          <div className="hidden gap-3 md:flex">{controls}</div>
          {error && (
            <p role="alert" className="font-[600] text-danger">
              {t(error.key, { limit, ...error.values })}
            </p>
          )}
        </>
      )}
      {children}
      {!product.meta.externalUrl && (
        <div className="sticky bottom-0 z-10 -mx-[clamp(1rem,3.2vw,3rem)] flex gap-3 bg-paper px-[clamp(1rem,3.2vw,3rem)] py-3 md:hidden">
          {controls}
        </div>
      )}
    </form>
  );
}
