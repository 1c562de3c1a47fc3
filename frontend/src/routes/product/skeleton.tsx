import { LOW_FRAME } from "@/features/products";

export function ProductSkeleton() {
  return (
    <div className="shell grid gap-x-10 gap-y-1 md:grid-cols-12 md:gap-y-6 md:pt-8" aria-hidden="true">
      <div className="-mx-[clamp(1rem,3.2vw,3rem)] md:col-span-7 md:mx-0 lg:col-span-8">
        {/* Most products have sizes. */}
        <span className={`skeleton block aspect-square ${LOW_FRAME}`} />
      </div>
      <div className="flex flex-col gap-5 md:col-span-5 lg:col-span-4">
        <span className="skeleton h-5 w-1/3" />
        <span className="skeleton h-16 w-full" />
        <span className="skeleton h-14 w-1/2" />
        <span className="skeleton h-14 w-full" />
      </div>
    </div>
  );
}
