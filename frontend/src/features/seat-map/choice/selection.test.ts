import { describe, expect, it } from "vitest";
import {
  EMPTY_CART,
  NOTHING,
  choose,
  chooseInstead,
  countOf,
  exchange,
  keepFree,
  lackOf,
  obstacleTo,
  release,
  requestsOf,
  roomFor,
  setAmount,
  takeAs,
  totalOf,
  type Choice,
  type Hall,
  type InCart,
} from "./selection";
import {
  cheapest,
  firstWay,
  hasSeatsOf,
  offerOf,
  seatedOf,
  standingOf,
  waysOf,
  type SeatedSale,
  type Ticket,
} from "./offer";
import { countOpen, openSeats } from "./open-seats";
import { decodePlan } from "@/features/seat-map/plan/compact";

const ticket = (id: string, category: string, price: string, more: Partial<Ticket> = {}): Ticket => ({
  __typename: "ProductVariant",
  id,
  order: Number(id),
  description: id,
  descriptionSubline: "",
  price,
  originalPrice: price,
  available: true,
  lowStock: false,
  message: "",
  physical: false,
  active: true,
  isDefault: false,
  pricingCategory: { id: category, __typename: "PricingCategory" },
  ...more,
});
const category = (id: string, name: string, more = {}) => ({
  __typename: "PricingCategory" as const,
  id,
  name,
  mapColor: "",
  available: true,
  expanded: false,
  section: "",
  hideButtons: false,
  order: Number(id),
  seated: true,
  ...more,
});
const tickets = (...nodes: Ticket[]) => ({ __typename: "ProductVariantConnection" as const, nodes });
const meta = {
  __typename: "EventMeta" as const,
  defaultAmount: 2,
  forceTicketAmount: null,
  forceSection: "",
  forceSectionName: "",
};
const sale = (more: Partial<SeatedSale> = {}): SeatedSale => ({
  id: "1",
  cartLimit: 4,
  pricingCategories: [
    category("13", "Oberrang"),
    category("12", "Default"),
    category("14", "Stehplatz", { seated: false, section: "many" }),
  ],
  productVariants: tickets(
    ticket("2", "12", "54.90"),
    ticket("1", "12", "64.90"),
    ticket("3", "13", "39.90"),
    ticket("4", "14", "29.00"),
  ),
  meta,
  ...more,
});
// Row 7: ids 100 to 103, row 8: a wheelchair seat 200, a companion's 201, the press at 202; Block B: 300, 301.
const plan = decodePlan({
  v: 1,
  version: "0123456789abcdef",
  box: [0, 0, 10, 10],
  categories: ["12", "13"],
  graphics: [],
  sections: [
    {
      id: "5",
      name: "Block A",
      category: 0,
      hull: [],
      rows: [
        { n: "7", ids: [100, 4], at: [0, 0, 1, 0], no: [1, 1] },
        { n: "8", ids: [200, 3], at: [0, 1, 1, 0], no: [1, 1], kinds: { w: [0], c: [1], x: [2] } },
      ],
    },
    {
      id: "6",
      name: "Block B",
      name_en: "Section B",
      category: 1,
      hull: [],
      rows: [{ n: "1", ids: [300, 2], at: [0, 5, 1, 0], no: [1, 1] }],
    },
  ],
});
interface Here {
  sale?: SeatedSale;
  free?: (place: number) => boolean;
  gone?: string[];
  inCart?: InCart;
}
const hall = ({ sale: sold = sale(), free = () => true, gone = [], inCart = EMPTY_CART }: Here = {}): Hall => {
  const offer = offerOf(sold);
  return { offer, plan, open: openSeats(offer, plan, { isFree: free }, gone), inCart };
};
const at = (id: string) => plan.placeOf(id);
const chosen = (...ids: string[]): Choice => ids.reduce((choice, id) => choose(hall(), choice, at(id)), NOTHING);
const ids = (choice: Choice) => choice.seats.map((one) => one.id);
const taken = ({ seats }: Pick<Choice, "seats">) => seats.map((one) => `${one.id} as ${one.ticket}`);

describe("an offer", () => {
  it("has its categories and their tickets in order; Default has no name", () => {
    const offer = offerOf(sale());
    expect(
      seatedOf(offer).map((one) => [
        one.heading,
        waysOf(one)
          .map((t) => t.id)
          .join(),
      ]),
    ).toEqual([
      ["", "1,2"],
      ["Oberrang", "3"],
    ]);
    expect(standingOf(offer).map((one) => [one.heading, one.hideButtons])).toEqual([["Stehplatz", true]]);
    expect(seatedOf(offer).map((one) => [cheapest(one).ticket?.price, cheapest(one).open])).toEqual([
      ["54.90", true],
      ["39.90", false],
    ]);
  });

  it("asks for two where staff set no amount", () => {
    expect(offerOf(sale({ meta: { ...meta, defaultAmount: null } })).firstAmount).toBe(2);
  });

  it("asks for the default amount, a whole multiple where one is forced", () => {
    expect(offerOf(sale()).firstAmount).toBe(2);
    expect(offerOf(sale({ cartLimit: 1 })).firstAmount).toBe(1);
    expect(offerOf(sale({ meta: { ...meta, forceTicketAmount: 4, forceSection: "" } })).firstAmount).toBe(4);
  });

  it("has seats in the sections of its categories only, free or not", () => {
    const sections = (sold: SeatedSale) => plan.sections.map((section) => hasSeatsOf(offerOf(sold), plan, section));
    const upper = tickets(ticket("3", "13", "39.90", { available: false }));
    expect(sections(sale())).toEqual([true, true]);
    expect(sections(sale({ pricingCategories: [category("13", "Oberrang")], productVariants: upper }))).toEqual([
      false,
      true,
    ]);
    expect(sections(sale({ meta: { ...meta, forceSection: "Block A" } }))).toEqual([true, false]);
  });

  it("has no prices of its own where something else includes it", () => {
    expect([offerOf(sale()).priced, offerOf(sale({ included: true })).priced]).toEqual([true, false]);
  });

  it("begins with the default kind of ticket among those that can be had", () => {
    const [seated] = seatedOf(
      offerOf(
        sale({
          productVariants: tickets(
            ticket("1", "12", "9.00", { available: false }),
            ticket("2", "12", "8.00"),
            ticket("5", "12", "7.00", { isDefault: true }),
          ),
        }),
      ),
    );
    expect(firstWay(seated)?.id).toBe("5");
    expect(waysOf(seated).map((one) => one.id)).toEqual(["2", "5"]);
  });
});

describe("a choice of seats", () => {
  it("takes a seat as its category's first kind, and gives it back", () => {
    expect(taken(chosen("101", "300"))).toEqual(["101 as 1", "300 as 3"]);
    expect(chosen("101").seats[0]?.name).toEqual({ section: "Block A", row: "7", number: "2" });
    expect(ids(release(chosen("101", "300"), "101"))).toEqual(["300"]);
    expect(ids(chosen("101", "101"))).toEqual(["101"]);
  });

  it("refuses what is taken, not for sale, in the cart or of another section than the forced one", () => {
    expect(obstacleTo(hall({ free: () => false }), NOTHING, 0)).toBe("TAKEN");
    expect(obstacleTo(hall({ gone: ["100"] }), NOTHING, 0)).toBe("TAKEN");
    expect(obstacleTo(hall(), NOTHING, at("202"))).toBe("TAKEN");
    expect(
      obstacleTo(hall({ free: () => false, inCart: { ...EMPTY_CART, seatIds: new Set(["100"]) } }), NOTHING, 0),
    ).toBe("IN_CART");
    const forced = hall({ sale: sale({ meta: { ...meta, forceTicketAmount: null, forceSection: "Block B" } }) });
    expect(obstacleTo(forced, NOTHING, 0)).toBe("OTHER_SECTION");
    expect(obstacleTo(forced, NOTHING, at("300"))).toBeNull();
    const unsold = hall({ sale: sale({ productVariants: tickets(ticket("3", "13", "39.90", { available: false })) }) });
    expect(obstacleTo(unsold, NOTHING, at("300"))).toBe("TAKEN");
  });

  it("is limited together with standing tickets and what lies in the cart", () => {
    expect(obstacleTo(hall(), chosen("100", "101", "102", "103"), at("300"))).toBe("LIMIT");
    const half = setAmount(chosen("100"), "4", 1);
    expect([countOf(half), roomFor(hall(), half)]).toEqual([2, 2]);
    expect(roomFor(hall({ inCart: { ...EMPTY_CART, tickets: 2 } }), half)).toBe(0);
    expect(obstacleTo(hall({ inCart: { ...EMPTY_CART, tickets: 2 } }), half, at("300"))).toBe("LIMIT");
  });

  it("has a companion's seat beside a wheelchair seat only, chosen or in the cart", () => {
    expect(obstacleTo(hall(), NOTHING, at("201"))).toBe("COMPANION_ALONE");
    expect(obstacleTo(hall(), chosen("200"), at("201"))).toBeNull();
    expect(obstacleTo(hall({ inCart: { ...EMPTY_CART, wheelchair: true } }), NOTHING, at("201"))).toBeNull();
    expect(lackOf(hall(), release(chosen("200", "201"), "200"))).toBe("COMPANION_ALONE");
  });

  it("says what is missing", () => {
    expect(lackOf(hall(), NOTHING)).toBe("NOTHING");
    const pairs = hall({ sale: sale({ meta: { ...meta, forceTicketAmount: 2, forceSection: "" } }) });
    expect(lackOf(pairs, chosen("100"))).toBe("NOT_MULTIPLE");
    expect(lackOf(pairs, chosen("100", "101"))).toBeNull();
    expect(lackOf(hall({ inCart: { ...EMPTY_CART, tickets: 3 } }), chosen("100", "101"))).toBe("LIMIT");
  });

  it("keeps the kind of ticket among those of the seat's category", () => {
    const reduced = takeAs(hall(), chosen("100"), "100", "2");
    expect(taken(reduced)).toEqual(["100 as 2"]);
    expect(takeAs(hall(), reduced, "100", "3")).toBe(reduced);
    expect(totalOf(hall().offer, setAmount(reduced, "4", 2))).toBe("112.90");
  });

  it("becomes one request a kind of ticket, with standing tickets in the same", () => {
    const choice = setAmount(setAmount(takeAs(hall(), chosen("100", "101", "300"), "101", "2"), "4", 1), "9", 0);
    expect(requestsOf(choice)).toEqual([
      { productVariantId: "1", amount: 1, seatIds: ["100"] },
      { productVariantId: "2", amount: 1, seatIds: ["101"] },
      { productVariantId: "3", amount: 1, seatIds: ["300"] },
      { productVariantId: "4", amount: 1 },
    ]);
  });

  it("is replaced by a proposal; a seat that was chosen keeps its kind", () => {
    const before = setAmount(takeAs(hall(), chosen("100", "300"), "100", "2"), "4", 1);
    const after = chooseInstead(hall(), before, [
      { id: "100", productVariantId: "1" },
      { id: "101", productVariantId: "2" },
      { id: "999" },
    ]);
    expect([taken(after), after.amounts]).toEqual([["100 as 2", "101 as 2"], { "4": 1 }]);
  });
});

describe("a seat that is sold to somebody else", () => {
  it("leaves the choice and is named; the others stay the same", () => {
    const before = chosen("100", "101");
    expect(keepFree(hall(), before)).toEqual({ choice: before, lost: [] });
    expect(keepFree(hall(), before).choice).toBe(before);
    const { choice, lost } = keepFree(hall({ free: (place) => place !== at("101") }), before);
    expect([ids(choice), taken({ seats: lost })]).toEqual([["100"], ["101 as 1"]]);
  });

  it("is exchanged for the one offered, as the same kind of ticket", () => {
    const before = takeAs(hall(), chosen("100", "101"), "101", "2");
    const after = exchange(hall(), before, before.seats.slice(1), ["102"]);
    expect(taken(after)).toEqual(["100 as 1", "102 as 2"]);
  });

  it("is found by its id in a new plan; what that does not have is lost", () => {
    const other = decodePlan({
      v: 1,
      version: "fedcba9876543210",
      box: [0, 0, 1, 1],
      categories: ["12"],
      graphics: [],
      sections: [
        {
          id: "5",
          name: "Block A",
          category: 0,
          hull: [],
          rows: [{ n: "7", ids: [90, 1, 101, 1], at: [0, 0, 1, 0], no: [1, 1] }],
        },
      ],
    });
    const { choice, lost } = keepFree(
      { ...hall(), plan: other, open: openSeats(hall().offer, other, { isFree: () => true }, []) },
      chosen("100", "101"),
    );
    expect([ids(choice), lost.map((one) => one.id)]).toEqual([["101"], ["100"]]);
  });
});

describe("open seats", () => {
  it("are counted by category and section", () => {
    const { offer, open } = hall({ free: (place) => place !== at("300"), gone: ["100"] });
    const counts = countOpen(plan, open);
    expect([[...counts.categories], counts.sections]).toEqual([
      [
        ["12", 5],
        ["13", 1],
      ],
      [5, 1],
    ]);
    expect(offer.categories).toHaveLength(3);
  });
});
