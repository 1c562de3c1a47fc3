import { surchargesVary } from "@/features/bundles/choice/surcharges";
import type { BundleOffer } from "@/generated/features/bundles/offer";
import { paths } from "@/lib/paths";
import { useTexts } from "@/lib/texts/i18n";
import { COVER, Link } from "@/ui/link";
import { Picture } from "@/ui/picture/picture";
import { Price } from "@/ui/price";

/** The bundles in which a thing is sold, beside it. */
export function BundleOffers({ bundles }: { bundles: readonly BundleOffer[] }) {
  const { t } = useTexts();
  const offered = bundles.filter((one) => one.available);
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="bundle-offers" className="min-w-0">
      <h2 id="bundle-offers" className="display mb-2 text-2xl">
        {t("LANG_BUNDLE_OFFERS")}
      </h2>
      <ul className="flex flex-col gap-2">
        {offered.map((one) => (
          <li key={one.id} className="card group relative flex items-center gap-4 text-start">
            <span className="size-16 shrink-0 overflow-hidden rounded-image bg-surface">
              {one.root.product?.squareImage && (
                <Picture image={one.root.product.squareImage} sizes={{ base: "64px" }} ratio={1} alt="" />
              )}
            </span>
            <span className="min-w-0 grow text-start">
              <Link to={paths.bundle(one.slug)} className={`block font-[650] ${COVER}`}>
                {one.root.product?.name}
              </Link>
              <Price value={one.price} original={one.originalPrice} from={surchargesVary(one.combinations)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
