import { useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { useAddToCart } from "@/features/cart";
import { BuyBar } from "@/features/products/buy-bar";
import { BuyButton } from "@/features/products/buy-button";
import { BuyProblem } from "@/features/products/buy-problem";
import { chosenPrice, onlyOption, openOptions, pricesVary, stillOpen } from "@/features/products/choice";
import { ItemNotes } from "@/features/products/item-notes";
import { PersonalText } from "@/features/products/personal-text";
import { PriceBlock } from "@/features/products/price-block";
import { VariantChoice } from "@/features/products/variant-choice";
import type { ProductDetail } from "@/generated/features/products/product";
import { errorText, leftOf } from "@/lib/texts/error-texts";
import { useTexts } from "@/lib/texts/i18n";
import { multiply } from "@/lib/money";
import { BUTTON, PRIMARY } from "@/ui/button";
import { ExternalLink } from "@/ui/link";
import { Stepper } from "@/ui/stepper";

/** On phones no box of its own: the bar stays in sight from the page's first view on. */
const BOX = "contents md:flex md:flex-col md:gap-6";

/** Price, choice, amount and button of a product. On phones amount and button stay at the lower edge below `children`. */
export function BuyBox({ product, children }: { product: ProductDetail; children: ReactNode }) {
  const { t } = useTexts();
  const options = openOptions(product.productVariants.nodes);
  const [picked, setPicked] = useState<string | null>(onlyOption(options));
  const chosen = stillOpen(options, picked);
  const [amount, setAmount] = useState(1);
  const [personal, setPersonal] = useState("");
  const [hint, setHint] = useState<"option" | "text" | null>(null);
  const [left, setLeft] = useState(Infinity);
  const limit = Math.max(1, Math.min(product.cartLimit, left));
  const { state, refusal, add, reset } = useAddToCart((error) => {
    const most = leftOf(error) ?? left;
    setLeft(most);
    setAmount(Math.min(amount, most));
    return errorText(error);
  });
  const choice = useRef<HTMLFieldSetElement>(null);
  const text = useRef<HTMLInputElement>(null);
  const price = chosenPrice(product, options, chosen);
  const { personalised, externalUrl, externalUrlText, follows } = product.meta;
  const mayRise = chosen === null && pricesVary(options);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!chosen) {
      setHint("option");
      choice.current?.querySelector<HTMLElement>("input:not(:disabled), select")?.focus();
    } else if (personalised && !personal.trim()) {
      setHint("text");
      text.current?.focus();
    } else {
      setHint(null);
      void add([
        { productVariantId: chosen, amount, ...(personalised ? { personalIdentifier: personal.trim() } : {}) },
      ]);
    }
  };
  const changed = () => {
    setHint(null);
    reset();
  };

  const option = options.length > 1 ? options.find(({ id }) => id === chosen)?.description : undefined;
  if (externalUrl) {
    const link = (
      <ExternalLink href={externalUrl} className={`${BUTTON} ${PRIMARY} min-h-14 w-full`}>
        {externalUrlText || t("LANG_ITEM_EXTERNAL")}
      </ExternalLink>
    );
    return (
      <div className={BOX}>
        <PriceBlock product={product} options={options} chosen={chosen} price={price} />
        <div className="flex flex-col gap-3">
          <div className="hidden md:block">{link}</div>
          <p className="text-sm text-ink-soft">{t("LANG_ITEM_EXTERNAL_TEXT")}</p>
        </div>
        {children}
        <BuyBar product={product} price={price.value} from={mayRise}>
          {link}
        </BuyBar>
      </div>
    );
  }

  const hasAmount = product.available && !personalised && !follows && product.cartLimit > 1;
  const button = (
    <BuyButton
      state={state}
      available={product.available}
      soldOutMessage={product.soldOutMessage}
      onHover={() => !chosen && setHint("option")}
    />
  );
  const problem = refusal ? t(refusal.key, { limit, ...refusal.values }) : "";
  return (
    <form noValidate className={BOX} onSubmit={submit}>
      <PriceBlock product={product} options={options} chosen={chosen} price={price} />
      <ItemNotes product={product} />
      {options.length > 1 && (
        <VariantChoice
          ref={choice}
          options={options}
          price={product.price}
          dropdown={product.select}
          chosen={chosen}
          hint={hint === "option" ? t("LANG_ITEM_ERROR_NOOPTION") : null}
          onChoose={(id) => {
            setPicked(id);
            setLeft(Infinity);
            changed();
          }}
        />
      )}
      {personalised && product.available && (
        <PersonalText
          ref={text}
          value={personal}
          hint={hint === "text" ? t("LANG_ITEM_ERROR_NOTEXT") : null}
          onChange={(value) => {
            setPersonal(value);
            changed();
          }}
        />
      )}
      <div className={`gap-3 md:flex ${hasAmount ? "flex" : "hidden"}`}>
        {hasAmount && (
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
        <div className="hidden min-w-0 grow md:flex">{button}</div>
      </div>
      <BuyProblem text={problem} className="hidden md:block" />
      {children}
      <BuyBar product={product} option={option} price={multiply(price.value, amount)} from={mayRise} problem={problem}>
        {button}
      </BuyBar>
    </form>
  );
}
