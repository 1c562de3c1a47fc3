import { NewsList } from "@/features/news";
import { PageQuery } from "@/features/page";
import { NEWS_PAGE } from "@/generated/routes/news/news";
import { useTexts } from "@/lib/texts/i18n";
import { EmptyState } from "@/ui/page/empty-state";
import { TitledPage } from "@/ui/page/titled-page";

export const query = NEWS_PAGE;

const NO_VARIABLES = {};

export default function NewsPage() {
  const { t } = useTexts();
  return (
    <TitledPage title={t("LANG_NEWS_TITLE")}>
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
    </TitledPage>
  );
}
