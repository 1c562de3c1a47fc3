import { useEffect } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { CategoryNames } from "@/features/categories";
import { ProductCard, ProductGrid, useCardSizes } from "@/features/products";
import type { BandHomeQuery } from "@/generated/routes/band-home/band-home";
import { takeParameter } from "@/lib/address";
import { useTexts } from "@/lib/texts/i18n";
import { useShop } from "@/lib/shop-data";
import { EmptyState } from "@/ui/page/empty-state";
import { SectionHead } from "@/ui/page/section-head";
import { nameOf, rowLength, shelfId, shelves } from "./shelves";
import { SCROLL, useWanted } from "./use-wanted";

type Card = BandHomeQuery["merchProducts"]["nodes"][number];

const cardOf = (slug: string) => document.querySelector(`[data-product="${CSS.escape(slug)}"]`);

/** `?scroll=slug` starts at that category or product, once; the parameter leaves the address. A category without a shelf here has a page. */
function useJump(data: BandHomeQuery, named: readonly { slug: string }[]): void {
  const wanted = useWanted();
  const { scrollOffset } = useShop().meta;
  const navigate = useNavigate();
  const elsewhere = named.some((category) => category.slug === wanted);
  useEffect(() => {
    if (!wanted || takeParameter(SCROLL) === null) return;
    if (elsewhere) {
      void navigate(paths.category(wanted), { replace: true });
      return;
    }
    const place = document.getElementById(shelfId(wanted)) ?? cardOf(wanted);
    if (!place) return;
    place.scrollIntoView();
    const goods = [data.merchProducts, ...data.categories.nodes.map((category) => category.merchProducts)].flatMap(
      ({ nodes }) => nodes,
    );
    const offset = goods.find(({ slug }) => slug === wanted)?.meta.scrollOffset || scrollOffset;
    if (offset) window.scrollBy(0, -offset);
  }, [wanted, elsewhere, scrollOffset, data, navigate]);
}

/** The newest products, below the opening; all of them where there are no shelves. */
export function Newest({ data }: { data: BandHomeQuery }) {
  const { t } = useTexts();
  const { itemGridColumns } = useShop().meta;
  const { shown, named } = shelves(data.categories.nodes);
  const newest = data.merchProducts.nodes.filter((p) => !p.meta.hide);
  useJump(data, named);
  return (
    <section className="shell py-8 md:py-14">
      <SectionHead title={t("LANG_MERCH_NEW")} to={paths.categories()} link={t("LANG_HOME_ALLMERCH")} />
      {newest.length === 0 && (
        <EmptyState title={t("LANG_MERCH_EMPTY")}>
          <p>{t("LANG_MERCH_EMPTY_TEXT")}</p>
        </EmptyState>
      )}
      <Cards
        products={shown.length > 0 ? newest.slice(0, rowLength(itemGridColumns)) : newest}
        oneRow={shown.length > 0}
      />
    </section>
  );
}

export function Shelves({ data }: { data: BandHomeQuery }) {
  const { t } = useTexts();
  const { name, meta } = useShop();
  const { shown, named } = shelves(data.categories.nodes);
  return (
    <div className="shell">
      {shown.map((category) => (
        <section key={category.id} id={shelfId(category.slug)} className="pt-14 md:pt-20">
          <SectionHead
            title={category.displayName || category.name}
            to={paths.category(category.slug)}
            link={t("LANG_HOME_ALLMERCH")}
          />
          <Cards
            products={category.merchProducts.nodes
              .filter((p) => !p.meta.hide)
              .slice(0, rowLength(meta.itemGridColumns))}
            oneRow
          />
        </section>
      ))}
      <CategoryNames
        categories={named.map((category) => ({ ...category, displayName: nameOf(category, name, t) }))}
        className="rule-t mt-12 gap-x-8 pt-4"
      />
    </div>
  );
}

function Cards({ products, oneRow = false }: { products: readonly Card[]; oneRow?: boolean }) {
  const sizes = useCardSizes();
  return (
    <ProductGrid oneRow={oneRow}>
      {products.map((product) => (
        <li key={product.id} data-product={product.slug}>
          <ProductCard product={product} sizes={sizes} showArtist={false} />
        </li>
      ))}
    </ProductGrid>
  );
}
