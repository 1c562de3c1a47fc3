import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { Panel } from "@/ui/panel";
import { RichText } from "@/ui/rich-text";

const SHORTEST_DISCLAIMER = 6;

/** Everything beside the picture that explains the goods: details, size chart, delivery, what the law wants shown. */
export function ProductPanels({ product }: { product: ProductDetail }) {
  const { t } = useTexts();
  const { safety } = product;
  const facts = [
    [t("LANG_ITEM_MANUFACTURER"), [safety.manufacturerName, safety.manufacturerAddress, safety.manufacturerContact]],
    [t("LANG_ITEM_RESPONSIBLE"), [safety.responsiblePerson]],
    [t("LANG_ITEM_MATERIAL"), [safety.material]],
    [t("LANG_ITEM_WARNINGS"), [safety.warnings]],
    [t("LANG_ITEM_NUMBERS"), [safety.articleNumbers.join(", ")]],
  ].map(([label, lines]) => ({ label: label as string, lines: (lines as string[]).filter(Boolean) }));
  const known = facts.filter(({ lines }) => lines.length > 0);
  return (
    <div className="rule-t">
      {product.description && (
        <Panel title={t("LANG_ITEM_DESCRIPTION")} open>
          <RichText html={product.description} />
        </Panel>
      )}
      {[...product.details, ...product.additionalInformation, ...product.notices].map(({ title, description }) => (
        <Panel key={title} title={title}>
          <RichText html={description} />
        </Panel>
      ))}
      {known.length > 0 && (
        <Panel title={t("LANG_ITEM_SAFETY")}>
          <dl className="flex flex-col gap-3">
            {known.map(({ label, lines }) => (
              <div key={label}>
                <dt className="font-[650]">{label}</dt>
                {lines.map((line) => (
                  <dd key={line} className="whitespace-pre-line">
                    {line}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
        </Panel>
      )}
      {product.meta.disclaimer.length >= SHORTEST_DISCLAIMER && (
        <RichText html={product.meta.disclaimer} className="pt-4 text-xs text-ink-soft" />
      )}
    </div>
  );
}
