import { Navigate } from "react-router";
import { ofSlug, useParams } from "@/lib/route-params";
import { paths } from "@/lib/paths";
import { BundleOffers } from "@/features/bundles";
import { AgeGate, BuyBox, Gallery, ProductPanels } from "@/features/products";
import { Related } from "@/features/related";
import { PRODUCT, type ProductQuery } from "@/generated/routes/product/product";
import { useTexts } from "@/lib/texts/i18n";
import { PageQuery } from "@/features/page";
import { Link } from "@/ui/link";
import { usePageTitle } from "@/ui/page/page-title";
import { ProductSkeleton } from "./skeleton";

export const query = PRODUCT;
export const variables = ofSlug;

export default function ProductPage() {
  const params = useParams();
  return (
    <PageQuery query={PRODUCT} variables={ofSlug(params)} pick={(data) => data.product} skeleton={<ProductSkeleton />}>
      {(product) => {
        const bundle = bundleOf(product);
        return bundle ? <Navigate replace to={paths.bundle(bundle)} /> : <Product key={product.id} product={product} />;
      }}
    </PageQuery>
  );
}

/** The bundle that a product's address leads to: its own, or the only one that it is sold in (catalogue §2). */
function bundleOf({ slug, meta, combinedProducts }: NonNullable<ProductQuery["product"]>): string | undefined {
  return meta.root ? slug : combinedProducts.length === 1 ? combinedProducts[0]?.slug : undefined;
}

function Product({ product }: { product: NonNullable<ProductQuery["product"]> }) {
  usePageTitle(product.seoTitle || product.descriptiveName || product.name);
  return (
    <>
      <article className="shell grid gap-x-10 gap-y-1 md:grid-cols-12 md:gap-y-6 md:pt-8">
        <div className="min-w-0 md:col-span-7 lg:col-span-8">
          <Gallery product={product} />
        </div>
        <div className="min-w-0 md:col-span-5 lg:col-span-4">
          <div className="flex flex-col gap-3 md:sticky md:top-24 md:gap-6">
            <header>
              <Maker product={product} />
              <h1 tabIndex={-1} className="display text-3xl outline-none">
                {product.name}
              </h1>
              {(product.containerFormat || product.color) && (
                <p className="text-ink-soft md:mt-2">
                  {[product.containerFormat, product.color].filter(Boolean).join(" · ")}
                </p>
              )}
            </header>
            <BuyBox product={product}>
              <BundleOffers bundles={product.bundles} />
              <ProductPanels product={product} />
            </BuyBox>
          </div>
        </div>
      </article>
      <Related items={product.relatedItems} className="when-near mt-20" />
      {product.shippingRequirements.over18 && <AgeGate />}
    </>
  );
}

/** Whose it is: the way to the artist's page and to all of the artist's goods, where the shop has them. */
function Maker({ product: { artist, artistSlug, artistCategory } }: { product: NonNullable<ProductQuery["product"]> }) {
  const { t } = useTexts();
  if (!artist) return null;
  const page = artistSlug ? paths.artist(artistSlug) : artistCategory && paths.category(artistCategory.slug);
  return (
    <p className="flex flex-wrap gap-x-4 md:mb-2">
      {page ? <Link to={page}>{artist}</Link> : <span>{artist}</span>}
      {artistSlug && artistCategory && (
        <Link to={paths.category(artistCategory.slug)} className="text-ink-soft">
          {artistCategory.displayName === artist ? t("LANG_ITEM_ARTIST_ALL", { artist }) : artistCategory.displayName}
        </Link>
      )}
    </p>
  );
}
