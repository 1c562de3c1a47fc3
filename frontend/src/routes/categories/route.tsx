import { CategoryNames, CategoryTile } from "@/features/categories";
import { PageQuery } from "@/features/page";
import { ProductCard, ProductGrid, useCardSizes } from "@/features/products";
import { CATEGORIES, type CategoriesQuery } from "@/generated/routes/categories/categories";
import { useTexts } from "@/lib/texts/i18n";
import { EmptyState } from "@/ui/page/empty-state";
import { TitledPage } from "@/ui/page/titled-page";
import { Sliders, slideSizes } from "@/ui/slider";
import { shelves } from "./shelves";

export const query = CATEGORIES;

const NO_VARIABLES = {};

export default function CategoriesPage() {
  const { t } = useTexts();
  return (
    <TitledPage title={t("LANG_CATEGORIES_TITLE")}>
      <PageQuery
        query={CATEGORIES}
        variables={NO_VARIABLES}
        pick={(data) => data}
        skeleton={<span className="skeleton block h-96" />}
      >
        {(data) => <Shelves data={data} />}
      </PageQuery>
    </TitledPage>
  );
}

function Shelves({ data }: { data: CategoriesQuery }) {
  const { t } = useTexts();
  const sizes = useCardSizes();
  const categories = data.categories.nodes;
  const { left, right, tiles, named } = shelves(categories);
  const wide = slideSizes(left, right);
  const slides = (shown: typeof left) =>
    shown.map((category, index) => (
      <CategoryTile key={category.id} category={category} wide priority={index === 0} sizes={wide} />
    ));
  const begins = left.length + right.length === 0;
  const products = data.merchProducts.nodes.filter((p) => !p.meta.hide);
  if (categories.length === 0 && products.length === 0) {
    return (
      <EmptyState title={t("LANG_MERCH_EMPTY")}>
        <p>{t("LANG_MERCH_EMPTY_TEXT")}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Sliders left={slides(left)} right={slides(right)} />
      <ul className="grid grid-cols-2 gap-card md:grid-cols-3">
        {tiles.map((category, index) => (
          <li key={category.id}>
            <CategoryTile category={category} priority={begins && index === 0} sizes={{ md: "31vw", base: "46vw" }} />
          </li>
        ))}
      </ul>
      <CategoryNames categories={named} className="mt-8 gap-x-6" />
      {products.length > 0 && (
        <section className="pt-16">
          <h2 className="display mb-6 text-3xl">{t("LANG_MERCH_NEW")}</h2>
          <ProductGrid>
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} sizes={sizes} />
              </li>
            ))}
          </ProductGrid>
        </section>
      )}
    </>
  );
}
