import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { expect, it, vi } from "vitest";
import type { AddRequest } from "@/features/cart/model/add-request";
import type { KeptLine, LostTree } from "@/features/cart/model/kept";
import { putBack, type Add } from "@/features/cart/model/put-back";
import { proves } from "@/testing/proves";

const treeOf = (more: Partial<KeptLine>): LostTree => ({
  line: {
    productSlug: "shirt",
    amount: 1,
    ticket: false,
    seatId: null,
    bundleId: null,
    partId: null,
    ...more,
  } as KeptLine,
  parts: [],
});
const shirt = treeOf({ productVariantId: "31", amount: 3 });
const cap = treeOf({ productVariantId: "41" });
const seatOf = (seatId: string) => treeOf({ productVariantId: "7", productSlug: "gig", ticket: true, seatId });

const refusal = (code: string, more: object = {}) =>
  new CombinedGraphQLErrors({ errors: [{ message: code, extensions: { code, ...more } }] });

/** What is left at the end, and whether all was answered. */
async function leftAfter(lost: readonly LostTree[], add: Add) {
  let left = lost;
  const end = await putBack(lost, add, (trees) => (left = trees)).then(
    () => "answered",
    () => "unanswered",
  );
  return { left, end };
}

/** A shop that refuses by these rules, all or nothing. */
function shopWith(refuse: (requests: readonly AddRequest[]) => Error | undefined) {
  const added: AddRequest[] = [];
  const add = vi.fn((requests: readonly AddRequest[]) => {
    const error = refuse(requests);
    if (error) return Promise.reject(error);
    added.push(...requests);
    return Promise.resolve();
  });
  return { add, added };
}

it("is one request where all is there, with the same seats of a variant together", async () => {
  const { add, added } = shopWith(() => undefined);
  expect(await leftAfter([shirt, seatOf("400"), seatOf("401")], add)).toEqual({ left: [], end: "answered" });
  expect(add).toHaveBeenCalledOnce();
  expect(added).toEqual([
    { productVariantId: "31", amount: 3 },
    { productVariantId: "7", amount: 2, seatIds: ["400", "401"] },
  ]);
});

it(
  "brings back what there is, and names what there is not, with the reason",
  proves(
    "purchase §4",
    "one press puts lost things back as far as they can be had, and names the others with a reason",
  ),
  async () => {
    const { add, added } = shopWith((requests) => {
      if (requests.some(({ seatIds }) => seatIds?.includes("400")))
        return refusal("SEATS_NOT_AVAILABLE", { seatIds: ["400"] });
      const most = new Map([
        ["31", 2],
        ["41", 0],
      ]);
      for (const { productVariantId, amount } of requests) {
        const available = most.get(productVariantId) ?? 9;
        if (amount > available) return refusal("SOLD_OUT", { available });
      }
      return undefined;
    });
    const { left } = await leftAfter([shirt, cap, seatOf("400"), seatOf("401")], add);
    expect(left.map(({ line, refusal }) => [line.seatId ?? line.productVariantId, line.amount, refusal?.key])).toEqual([
      ["31", 1, "LANG_CART_LOST_FEWER"],
      ["41", 1, "LANG_ITEM_SOLDOUT"],
      ["400", 1, "LANG_CART_LOST_SEAT"],
    ]);
    expect(added).toEqual([
      { productVariantId: "7", amount: 1, seatIds: ["401"] },
      { productVariantId: "31", amount: 2 },
    ]);
  },
);

it("leaves to the shopper what bore a text, and what was refused", async () => {
  const { add, added } = shopWith(() => undefined);
  const typed = treeOf({ productVariantId: "9", personalised: true });
  const gone: LostTree = { ...cap, refusal: { key: "LANG_ITEM_SOLDOUT", values: {} } };
  expect((await leftAfter([typed, gone, shirt], add)).left).toEqual([typed, gone]);
  expect(added).toEqual([{ productVariantId: "31", amount: 3 }]);
});

it.each([new Error("offline"), refusal("BUSY")])("keeps all where nothing was said of it: %s", async (error) => {
  expect(await leftAfter([shirt], shopWith(() => error).add)).toEqual({ left: [shirt], end: "unanswered" });
});

it("keeps no more than is left where it fails midway: nothing is added twice", async () => {
  const answers = [refusal("SOLD_OUT"), undefined, refusal("RATE_LIMITED")];
  const { add, added } = shopWith(() => answers.shift());
  const { left, end } = await leftAfter([shirt, cap], add);
  expect([end, left]).toEqual(["unanswered", [cap]]);
  expect((await leftAfter(left, add)).left).toEqual([]);
  expect(added).toEqual([
    { productVariantId: "31", amount: 3 },
    { productVariantId: "41", amount: 1 },
  ]);
});
