import type { EventRow } from "@/generated/features/events/row";

/** What a show is called: the band, unless it has a name of its own (not "Band: City"). */
export const showTitle = ({ name, artist }: Pick<EventRow, "name" | "artist">): string =>
  artist && (!name || name === artist || name.startsWith(`${artist}:`)) ? artist : name;
