import { useParams, useSearchParams } from "react-router";
import { DateLine } from "@/features/events";
import { PageQuery } from "@/features/page";
import { CardSkeleton, ProductCard, ProductGrid, useCardSizes } from "@/features/products";
import { CATEGORY, type CategoryQuery } from "@/generated/routes/category/category";
import { useTexts } from "@/lib/i18n";
import { EmptyState } from "@/ui/empty-state";
import { usePageTitle } from "@/ui/page-title";
import { RichText } from "@/ui/rich-text";
import { LoadMore } from "./load-more";

export const query = CATEGORY;
export const variables = (params: Readonly<Record<string, string | undefined>>, search: URLSearchParams) =>
  questionOf(params["slug"] ?? "", search.get("after"));

const questionOf = (slug: string, after: string | null) => (after ? { slug, after } : { slug });

const SHORTEST_DISCLAIMER = 6;
/** Cards of the first rows, whose pictures are loaded at once. */
const FIRST_ROW = 4;

export default function CategoryPage() {
  const { slug = "" } = useParams();
  const [search] = useSearchParams();
  const question = questionOf(slug, search.get("after"));
  return (
    <PageQuery query={CATEGORY} variables={question} pick={(data) => data.category} skeleton={<Skeleton />}>
      {(category) => <CategoryView key={category.id} category={category} />}
    </PageQuery>
  );
}

function CategoryView({ category }: { category: NonNullable<CategoryQuery["category"]> }) {
  const { t } = useTexts();
  const sizes = useCardSizes();
  const title = category.displayName || category.name;
  usePageTitle(title);
  const products = category.merchProducts.nodes.filter((p) => !p.meta.hide);
  const events = category.events.nodes;
  const { hasNextPage, endCursor } = category.merchProducts.pageInfo;
  return (
    <section className="shell pt-6 md:pt-10">
      <header className="mb-8">
        <h1 tabIndex={-1} className="display text-poster outline-none">
          {title}
        </h1>
        {category.subtitle && <p className="mt-3 text-lg">{category.subtitle}</p>}
        <RichText html={category.description} className="mt-3" />
      </header>
      {products.length === 0 && events.length === 0 && <EmptyState title={t("LANG_MERCH_CATEGORYEMPTY")} />}
      <ProductGrid>
        {products.map((product, index) => (
          <li key={product.id} className={index < FIRST_ROW * 3 ? "" : "[contain-intrinsic-size:auto_28rem] [content-visibility:auto]"}>
            <ProductCard product={product} sizes={sizes} priority={index < FIRST_ROW} heading="h2" />
          </li>
        ))}
      </ProductGrid>
      {hasNextPage && endCursor && <LoadMore slug={category.slug} after={endCursor} shown={products.length} />}
      {events.length > 0 && (
        <section className="pt-14">
          <h2 className="display mb-2 text-3xl">{t("LANG_EVENTS_TITLE")}</h2>
          <ul className="rule-t">
            {events.map((event) => (
              <DateLine key={event.id} event={event} />
            ))}
          </ul>
        </section>
      )}
      {category.disclaimer.length >= SHORTEST_DISCLAIMER && (
        <RichText html={category.disclaimer} className="mt-12 text-sm text-ink-soft" />
      )}
    </section>
  );
}

function Skeleton() {
  return (
    <div className="shell pt-6 md:pt-10">
      <span className="skeleton mb-8 block h-[clamp(3.3rem,0.9rem+11vw,11rem)] w-2/3" />
      <ProductGrid>
        {Array.from({ length: 8 }, (_, i) => (
          <CardSkeleton key={i} />
        ))}
      </ProductGrid>
    </div>
  );
}
