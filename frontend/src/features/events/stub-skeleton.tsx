const BLANK = "\u00a0";

/** The place of a ticket stub that is on its way, as tall as one whose show has a name of one line, on phones of two. */
export function StubSkeleton() {
  return (
    <div aria-hidden="true" className="skeleton grid grid-cols-[auto_1fr] items-stretch md:grid-cols-[auto_1fr_auto]">
      <div className="flex w-24 flex-col py-4 md:w-36 md:py-5">
        <span className="display text-lg">{BLANK}</span>
        <span className="display text-4xl">{BLANK}</span>
        <span className="display text-lg">{BLANK}</span>
      </div>
      <div className="flex flex-col justify-center gap-1 py-4 md:py-6">
        <span className="text-sm">{BLANK}</span>
        <span className="display text-3xl">
          {BLANK}
          <br className="md:hidden" />
          {BLANK}
        </span>
        <span className="text-sm md:text-base">{BLANK}</span>
      </div>
      <div className="col-span-2 border-t-3 border-transparent py-3 md:hidden">
        <span className="block py-[0.4em] leading-none">{BLANK}</span>
      </div>
    </div>
  );
}
