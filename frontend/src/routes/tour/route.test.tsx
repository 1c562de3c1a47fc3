import { expect, it } from "vitest";
import { proves } from "@/testing/proves";
import { AtRoute } from "@/testing/at-route";
import { renderPage } from "@/testing/render";
import TourPage from "./route";

const artist = (name: string) => ({
  __typename: "Artist",
  id: name,
  slug: name,
  name,
  type: "ARTIST",
  abstract: "",
  squareImage: null,
  landscapeImage: null,
  sortOrderTicketTopLeft: null,
  sortOrderTicketTopRight: null,
  sortOrderTicketBottom: null,
});
const tour = (...names: string[]) => ({
  __typename: "Tour",
  id: "1",
  slug: "tour",
  name: "Bis das Licht angeht",
  subtitle: "",
  description: "",
  artistNames: names.join(", "),
  startDate: null,
  endDate: null,
  ticketImage: null,
  artists: names.map(artist),
  events: { __typename: "EventConnection", nodes: [] },
});
const tiles = async (...names: string[]) => {
  const page = await renderPage(
    <AtRoute pattern="/tours/:slug">
      <TourPage />
    </AtRoute>,
    { path: "/tours/tour", answers: { TOUR: () => ({ data: { tour: tour(...names) } }) } },
  );
  await page.findByRole("heading", { level: 1 });
  const found = page.queryAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  page.unmount();
  return found;
};

it(
  "shows who else is on tour, and not the band whose shop this is",
  proves("catalogue §2", "a tour's page in a band's own shop has tiles of the other bands alone"),
  async () => {
    // The shop's own name.
    expect(await tiles("Merchstand")).toEqual([]);
    expect(await tiles("Merchstand", "Kellerkind")).toEqual(["Kellerkind"]);
  },
);
