import { ofSlug, useParams } from "@/lib/route-params";
import { BundleBox, forAdults } from "@/features/bundles";
import { PageQuery } from "@/features/page";
import { AgeGate, Gallery, ProductPanels } from "@/features/products";
import { Related } from "@/features/related";
import { BUNDLE, type BundleQuery } from "@/generated/routes/bundle/bundle";
import { NotFound } from "@/ui/page/not-found";
import { usePageTitle } from "@/ui/page/page-title";

export const query = BUNDLE;
export const variables = ofSlug;

export default function BundlePage() {
  const params = useParams();
  return (
    <PageQuery
      query={BUNDLE}
      variables={ofSlug(params)}
      pick={(data) => data.combinedProduct}
      skeleton={<span className="skeleton block h-[60svh]" />}
    >
      {(bundle) =>
        bundle.root.product ? <Bundle key={bundle.id} bundle={bundle} product={bundle.root.product} /> : <NotFound />
      }
    </PageQuery>
  );
}

type Data = NonNullable<BundleQuery["combinedProduct"]>;

function Bundle({ bundle, product }: { bundle: Data; product: NonNullable<Data["root"]["product"]> }) {
  usePageTitle(product.seoTitle || product.descriptiveName || product.name);
  return (
    <>
      <article className="shell grid gap-x-10 gap-y-3 md:grid-cols-12 md:gap-y-6 md:pt-8">
        <div className="min-w-0 md:col-span-6 lg:col-span-7">
          <div className="md:sticky md:top-24">
            <Gallery product={product} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-6 md:col-span-6 lg:col-span-5">
          <header>
            {product.artist && <p className="mb-2">{product.artist}</p>}
            <h1 tabIndex={-1} className="display text-3xl outline-none">
              {product.name}
            </h1>
          </header>
          <BundleBox bundle={bundle} product={product}>
            <ProductPanels product={product} />
          </BundleBox>
        </div>
      </article>
      <Related items={product.relatedItems} className="when-near mt-20" />
      {forAdults(bundle) && <AgeGate />}
    </>
  );
}
