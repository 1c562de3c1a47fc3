import { afterEach, expect, expectTypeOf, it, vi } from "vitest";
import { createRest } from "@/lib/wire/rest";

afterEach(() => vi.unstubAllGlobals());

it("answers in the frontend's writing, deeply, and sends as it is told", async () => {
  const wire = {
    new_item_ids: ["1"],
    vat: [{ rate: "19" }],
    shipping_address: { post_code: "1" },
    over18: true,
    thumbnail_at_500: "x",
    none: null,
  };
  const fetched = vi.fn<typeof fetch>().mockResolvedValue(Response.json(wire));
  vi.stubGlobal("fetch", fetched);
  expect(await createRest("/rest/")("PATCH", "cart/logistics", { shipping_method: "1" })).toEqual({
    newItemIds: ["1"],
    vat: [{ rate: "19" }],
    shippingAddress: { postCode: "1" },
    over18: true,
    thumbnailAt500: "x",
    none: null,
  });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect([address, init?.body]).toEqual(["/rest/cart/logistics?locale=de", '{"shipping_method":"1"}']);
});

it("types a call's body and answer by the server's description", () => {
  type Rest = ReturnType<typeof createRest>;
  const rest: Rest = () => new Promise(() => undefined);
  const secret: string = "x";
  expectTypeOf(rest("GET", "countries?of=cart")).resolves.toEqualTypeOf<
    { countryCode: string; name: string; postCodePattern: string }[]
  >();
  expectTypeOf(rest("DELETE", "discount")).resolves.toHaveProperty("percent").toEqualTypeOf<null>();
  expectTypeOf(rest("PATCH", "cart/items", { items: [] }))
    .resolves.toHaveProperty("totalDue")
    .toEqualTypeOf<string>();
  void rest("PATCH", `orders/${secret}`, { preferred_payment_method: "card" });
  // @ts-expect-error no such field
  void rest("PATCH", `orders/${secret}`, { method: "card" });
  // @ts-expect-error no such address
  void rest("PATCH", "cart");
  // @ts-expect-error no such method
  void rest("DELETE", "cart/items");
  // @ts-expect-error its body is missing
  void rest("POST", "cart/payment-code");
});
