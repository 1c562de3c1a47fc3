import { NewsList } from "@/features/news";
import { PageQuery } from "@/features/page";
import { NEWS_PAGE } from "@/generated/routes/news/news";
import { useTexts } from "@/lib/texts/i18n";
import { EmptyState } from "@/ui/page/empty-state";
import { Lettering } from "@/ui/lettering";
import { usePageTitle } from "@/ui/page/page-title";

export const query = NEWS_PAGE;

const NO_VARIABLES = {};

export default function NewsPage() {
  const { t } = useTexts();
  usePageTitle(t("LANG_NEWS_TITLE"));
  return (
    <section className="shell pt-6 md:pt-10">
      <h1 tabIndex={-1} className="display mb-6 text-poster outline-none">
        <Lettering text={t("LANG_NEWS_TITLE")} />
      </h1>
      <PageQuery
        query={NEWS_PAGE}
        variables={NO_VARIABLES}
        pick={(data) => data.news.nodes}
        skeleton={<span className="skeleton block aspect-[16/9]" />}
      >
        {(news) =>
          news.length === 0 ? <EmptyState title={t("LANG_NEWS_EMPTY")} /> : <NewsList items={news} heading="h2" />
        }
      </PageQuery>
    </section>
  );
}
