import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { paths } from "@/lib/paths";
import { PageQuery } from "@/features/page";
import { STATICPAGE, type StaticpageQuery } from "@/generated/routes/static-page/static-page";
import { dateMedium } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { TrackerSwitches } from "./tracker-switches";
import { useStandIn } from "@/ui/page/page-listing";
import { usePageTitle } from "@/ui/page/page-title";

type Found = NonNullable<StaticpageQuery["staticPage"]>;

export const query = STATICPAGE;
export const variables = (params: Readonly<Record<string, string | undefined>>) => {
  const id = params["page"] ?? "";
  return params["question"] ? { id, question: params["question"] } : { id };
};

/** `/terms/advent` is the page `terms-advent`, `/faq/late` the question `late` of the page `faq`. */
function asked(pathname: string) {
  const [first = "", second = ""] = pathname.split("/").filter(Boolean);
  if (first === "faq") return variables({ page: first, question: second });
  return variables({ page: second ? `${first}-${second}` : first });
}

export default function StaticPage() {
  const { pathname } = useLocation();
  return (
    <PageQuery
      query={STATICPAGE}
      variables={asked(pathname)}
      pick={(data) => data.staticPage}
      skeleton={<span className="skeleton block h-96" />}
    >
      {(page) => <StaticView key={`${page.id} ${page.question}`} page={page} />}
    </PageQuery>
  );
}

function StaticView({ page }: { page: Found }) {
  const { t, locale } = useTexts();
  const text = useRef<HTMLDivElement>(null);
  usePageTitle(page.title);
  useStandIn(page.question ? paths.faq() : undefined);
  useEffect(() => {
    text.current?.querySelector("[data-asked]")?.scrollIntoView();
  }, []);
  return (
    <article className="shell grid grid-cols-1 gap-x-10 gap-y-8 pt-6 md:grid-cols-12 md:pt-10">
      <header className="md:col-span-12">
        <h1 tabIndex={-1} className="display text-2xl outline-none min-[24rem]:text-3xl lg:text-4xl">
          {page.title}
        </h1>
      </header>
      <aside className="md:col-span-4">
        <div className="flex flex-col gap-4 md:sticky md:top-24">
          <p className="text-sm text-ink-soft">
            {t("LANG_STATIC_UPDATED")} {dateMedium(page.updated, locale)}
          </p>
          {page.sections.length > 2 && (
            <nav aria-label={t("LANG_STATIC_CONTENTS")} className="hidden md:block">
              <ul className="text-sm">
                {page.sections.map((section) => (
                  <li key={section.id}>
                    <a href={`#${section.id}`} className="block py-1 no-underline hover:underline">
                      {section.title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </aside>
      <div className="min-w-0 md:col-span-8">
        {page.notice && <p className="mb-6 max-w-read bg-highlight p-4 text-on-highlight">{page.notice}</p>}
        <div
          ref={text}
          lang={page.textLanguage}
          className="prose static-text"
          dangerouslySetInnerHTML={{ __html: page.html }}
        />
        {page.id === "datapolicy" && <TrackerSwitches text={text} />}
      </div>
    </article>
  );
}
