import type { ReactNode } from "react";
import { Addition } from "@/features/bundles/addition";
import {
  additionsOf,
  combinationOf,
  isHidden,
  lackIn,
  takenOf,
  totalOf,
  type Bundle,
  type Item,
} from "@/features/bundles/choice/choice";
import { surchargesVary } from "@/features/bundles/choice/surcharges";
import { Combinations } from "@/features/bundles/combinations";
import { ItemChoice } from "@/features/bundles/item-choice";
import { ItemView, nameOf } from "@/features/bundles/item-view";
import { useBundle } from "@/features/bundles/use-bundle";
import { BuyBar, BuyButton, BuyProblem, PriceBlock, pricesVary } from "@/features/products";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { fromCents, toCents } from "@/lib/money";
import { Price } from "@/ui/price";

interface Props {
  bundle: Bundle;
  /** the root */
  product: ProductDetail;
  children: ReactNode;
}

/** What is in a bundle, what is chosen of it, its price and the button. On phones button and price stay in sight. */
export function BundleBox({ bundle: offered, product, children }: Props) {
  const { t } = useTexts();
  const { bundle, choice, lack, trouble, state, form, actions, submit } = useBundle(offered);
  const total = totalOf(bundle, choice);
  const { originalPrice: original } = bundle;
  const mayRise =
    (choice.root === null && pricesVary(bundle.root.options)) ||
    (choice.combination === null && surchargesVary(bundle.combinations)) ||
    bundle.additionalProducts.some((item) => item.obligatory && !choice.parts[item.id] && pricesVary(item.options));
  const price = {
    value: total,
    original: original && fromCents(toCents(original) + toCents(total) - toCents(bundle.price)),
    lowest: original && product.lowestPrice30Days,
  };
  const choiceOf = (item: Item) => (
    <ItemChoice item={item} taken={takenOf(bundle, choice, item)} actions={actions} hint={lackIn(lack, item)} />
  );
  const shown = (items: readonly Item[]) =>
    items
      .filter((item) => !isHidden(item))
      .map((item) => (
        <li key={item.id} className="py-3">
          <ItemView item={item}>{choiceOf(item)}</ItemView>
        </li>
      ));
  const combination = combinationOf(bundle, choice);
  const additions = additionsOf(bundle.additionalProducts);
  const group = additionsOf(bundle.additionalProductGroup);
  const button = (
    <BuyButton
      state={state}
      available={bundle.available}
      soldOutMessage={bundle.soldOutMessage || t("LANG_BUNDLE_DISABLED")}
    />
  );
  const problem = trouble ? t(trouble.key, trouble.values) : "";
  return (
    <form
      ref={form}
      noValidate
      className="contents md:flex md:flex-col md:gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PriceBlock product={product} options={[]} chosen={null} price={price} from={mayRise} />
      <section aria-labelledby="bundle-content">
        <h2 id="bundle-content" className="display mb-1 text-2xl">
          {t("LANG_BUNDLE_CONTENT")}
        </h2>
        <ul className="divide-y divide-hairline">
          {!isHidden(bundle.root) && (
            <li className="py-3">
              <ItemView linked={false} item={bundle.root}>
                {choiceOf(bundle.root)}
              </ItemView>
            </li>
          )}
          {shown(bundle.commonItems)}
        </ul>
        {bundle.combinations.length > 0 && (
          <div className="mt-3">
            <Combinations
              bundle={bundle}
              choice={choice}
              hint={lack?.kind === "COMBINATION"}
              onChoose={actions.chooseCombination}
            />
            {combination && <ul className="divide-y divide-hairline">{shown(combination.products)}</ul>}
          </div>
        )}
      </section>
      {additions.length + group.length > 0 && (
        <section aria-labelledby="bundle-additions">
          <h2 id="bundle-additions" className="display mb-1 text-2xl">
            {t("LANG_BUNDLE_ADDITIONS")}
          </h2>
          <div className="flex flex-col gap-2 divide-y divide-hairline">
            {additions.map((item) => (
              <Addition
                key={item.id}
                bundle={bundle}
                title={nameOf(item)}
                items={[item]}
                choice={choice}
                lack={lack}
                actions={actions}
              />
            ))}
            {group.length > 0 && (
              <Addition
                bundle={bundle}
                title={t("LANG_BUNDLE_GROUP")}
                items={group}
                choice={choice}
                lack={lack}
                actions={actions}
              />
            )}
          </div>
        </section>
      )}
      <div className="sticky bottom-0 z-10 hidden flex-col gap-2 bg-paper py-3 md:flex">
        <p className="flex justify-end">
          <Price value={total} from={mayRise} className="text-lg" />
        </p>
        <div className="flex gap-3">{button}</div>
        <BuyProblem text={problem} />
      </div>
      {children}
      <BuyBar product={product} price={total} from={mayRise} problem={problem}>
        {button}
      </BuyBar>
    </form>
  );
}
