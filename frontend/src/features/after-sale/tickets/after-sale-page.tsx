import type { ReactNode } from "react";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";
import { usePageTitle } from "@/ui/page/page-title";

interface Props {
  title: LangKey;
  /** stands inside of what is loaded, if the page has to wait for that */
  heading?: boolean;
  children: ReactNode;
}

/** A narrow page for holders of tickets. */
export function AfterSalePage({ title, heading = true, children }: Props) {
  const { t } = useTexts();
  usePageTitle(t(title));
  return (
    <div className="shell pt-6 md:pt-8">
      <div className="mx-auto min-h-[85svh] max-w-[44rem] pb-16">
        {heading && <PageHeading title={title} />}
        {children}
      </div>
    </div>
  );
}

export function PageHeading({ title }: { title: LangKey }) {
  const { t } = useTexts();
  return (
    <h1 tabIndex={-1} className="display pt-8 pb-4 text-4xl outline-none md:pt-12">
      {t(title)}
    </h1>
  );
}
