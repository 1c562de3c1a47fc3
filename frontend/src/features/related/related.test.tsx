import { expect, it } from "vitest";
import { Related } from "@/features/related";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

type Items = Parameters<typeof Related>[0]["items"];

const product = (id: string) => ({
  __typename: "MerchProduct",
  id,
  slug: `shirt-${id}`,
  name: `Shirt ${id}`,
  price: "20.00",
  available: true,
  listImages: [],
  productVariants: { nodes: [] },
  meta: { listPrice: {} },
});
const show = {
  __typename: "Event",
  id: "1",
  slug: "hamburg",
  name: "Hamburg",
  artist: "",
  priceHigh: "20.00",
  happeningFrom: "2027-05-01T20:00:00+02:00",
  ticketState: "ON_SALE",
  venue: { name: "Halle", address: { city: "Hamburg" } },
  meta: {},
};

const links = async (...items: object[]) => {
  const { container, queryByRole } = await renderPage(<Related items={items as unknown as Items} className="" />);
  return {
    heading: queryByRole("heading", { level: 2 })?.textContent,
    addresses: [...container.querySelectorAll("li a")].map((link) => link.getAttribute("href")),
    wide: [...container.querySelectorAll("li")].map((line) => line.classList.contains("col-span-full")),
  };
};

it("shows three at most, a show on a line of its own", async () => {
  expect(await links(product("1"), show, product("2"), product("3"))).toEqual({
    heading: "Passt dazu",
    addresses: ["/products/shirt-1", "/events/hamburg", "/products/shirt-2"],
    wide: [false, true, false],
  });
});

it(
  "advises nothing that is sold out or over",
  proves("catalogue §3", "related goods and shows that are sold out or over are not advised"),
  async () => {
    const gone = ["SOLD_OUT", "OVER", "CANCELLED"].map((ticketState) => ({ ...show, ticketState }));
    const soon = { ...show, ticketState: "BEFORE_PRESALE" };
    const { addresses } = await links(...gone, { ...product("1"), available: false }, product("2"), soon);
    expect(addresses).toEqual(["/products/shirt-2", "/events/hamburg"]);
  },
);

it("is nothing without anything", async () =>
  expect(await links()).toEqual({ heading: undefined, addresses: [], wide: [] }));
