import { expect, it } from "vitest";
import { requestAgain } from "./again";
import type { CartLine } from "./cart";

const line = (more: Partial<CartLine>) =>
  ({ personalIdentifier: "", seatId: null, bundleId: null, partId: null, amount: 1, ...more }) as CartLine;

it("asks for a plain line as it was", () =>
  expect(requestAgain(line({ productVariantId: "7", amount: 3 }), [])).toEqual({ productVariantId: "7", amount: 3 }));

it("asks for several bundles with what is in one", () => {
  const parts = [
    line({ productVariantId: "2", partId: "21", amount: 3 }),
    line({ productVariantId: "3", partId: "22", amount: 6 }),
  ];
  expect(requestAgain(line({ productVariantId: "1", bundleId: "9", amount: 3 }), parts)).toMatchObject({
    amount: 3,
    parts: [
      { partId: "21", amount: 1 },
      { partId: "22", amount: 2 },
    ],
  });
});

it("asks for a bundle with its parts, their seats and texts", () => {
  const root = line({ productVariantId: "1", bundleId: "9" });
  const parts = [
    line({ productVariantId: "2", partId: "21", seatId: "400" }),
    line({ productVariantId: "3", partId: "22", personalIdentifier: "Mira", amount: 2 }),
  ];
  expect(requestAgain(root, parts)).toEqual({
    productVariantId: "1",
    amount: 1,
    bundleId: "9",
    parts: [
      { partId: "21", productVariantId: "2", amount: 1, seatIds: ["400"] },
      { partId: "22", productVariantId: "3", amount: 2, personalIdentifier: "Mira" },
    ],
  });
});
