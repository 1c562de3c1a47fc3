import { afterEach, expect, it, vi } from "vitest";
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
  expect(await createRest("/rest/")("PATCH", "cart", { post_code: "1" })).toEqual({
    newItemIds: ["1"],
    vat: [{ rate: "19" }],
    shippingAddress: { postCode: "1" },
    over18: true,
    thumbnailAt500: "x",
    none: null,
  });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect([address, init?.body]).toEqual(["/rest/cart?locale=de", '{"post_code":"1"}']);
});
