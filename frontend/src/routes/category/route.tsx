import { useSearchParams } from "react-router";
import { ofSlugAfter, useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { DateLine } from "@/features/events";
import { PageQuery } from "@/features/page";
import { CardSkeleton, EndlessGrid, ProductGrid } from "@/features/products";
import { CATEGORY, type CategoryQuery } from "@/generated/routes/category/category";
import { useClient } from "@/lib/wire/client";
import { useTexts } from "@/lib/texts/i18n";
import { BackToTop } from "@/ui/page/back-to-top";
import { BUTTON, PLAIN } from "@/ui/button";
import { EmptyState } from "@/ui/page/empty-state";
import { Lettering } from "@/ui/lettering";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { RichText } from "@/ui/rich-text";

export const query = CATEGORY;
export const variables = ofSlugAfter;

const SHORTEST_DISCLAIMER = 6;

export default function CategoryPage() {
  const params = useParams();
  const [search] = useSearchParams();
  const question = ofSlugAfter(params, search);
  return (
    <PageQuery query={CATEGORY} variables={question} pick={(data) => data.category} skeleton={<Skeleton />}>
      {(category) => <CategoryView key={category.id} category={category} />}
    </PageQuery>
  );
}

function CategoryView({ category }: { category: NonNullable<CategoryQuery["category"]> }) {
  const { t } = useTexts();
  const client = useClient();
  const title = category.displayName || category.name;
  usePageTitle(title);
  const products = category.merchProducts.nodes.filter((p) => !p.meta.hide);
  const events = category.events.nodes;
  return (
    <section className="shell pt-6 md:pt-10">
      <header className="mb-8">
        <h1 tabIndex={-1} className="display text-poster outline-none">
          <Lettering text={title} />
        </h1>
        {category.subtitle && <p className="mt-3 text-lg">{category.subtitle}</p>}
        <RichText html={category.description} className="mt-3" />
      </header>
      {products.length === 0 && events.length === 0 && (
        <EmptyState title={t("LANG_MERCH_CATEGORYEMPTY")}>
          <Link to={paths.categories()} className={`${BUTTON} ${PLAIN}`}>
            {t("LANG_HOME_ALLMERCH")}
          </Link>
        </EmptyState>
      )}
      <EndlessGrid
        products={products}
        page={category.merchProducts.pageInfo}
        next={(after) => paths.categoryPage(category.slug, after)}
        load={(after) =>
          client.load().then((apollo) => apollo.query({ query: CATEGORY, variables: { slug: category.slug, after } }))
        }
        heading="h2"
        leading
      />
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
      {category.neighbours.length > 0 && (
        <nav aria-label={t("LANG_CATEGORIES_MORE")} className="rule-t mt-16 pt-4">
          <h2 className="display mb-2 text-3xl">{t("LANG_CATEGORIES_MORE")}</h2>
          <ul className="flex flex-wrap gap-x-6">
            {category.neighbours.map((other) => (
              <li key={other.slug}>
                <Link
                  to={paths.category(other.slug)}
                  className="display inline-flex min-h-11 items-center text-2xl no-underline hover:underline"
                >
                  {other.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <BackToTop />
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
