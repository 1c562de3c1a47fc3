import { paths, type ShopPath } from "@/lib/paths";
import type { SearchSuggestionsQuery } from "@/generated/features/quick-search/suggestions";
import type { OverlayKey } from "@/generated/lang-keys";

export type Suggestion = SearchSuggestionsQuery["searchSuggestions"][number];

const KINDS: Record<Suggestion["kind"], { label: OverlayKey; path: (slug: string) => ShopPath }> = {
  ARTIST: { label: "LANG_QUICKSEARCH_ARTIST", path: paths.artist },
  EVENT: { label: "LANG_QUICKSEARCH_TICKET", path: paths.event },
  PRODUCT: { label: "LANG_QUICKSEARCH_MERCH", path: paths.product },
};

export const labelOf = ({ kind }: Suggestion): OverlayKey => KINDS[kind].label;
export const pathOf = ({ kind, slug }: Suggestion): ShopPath => KINDS[kind].path(slug);
