import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ADD_TEXTS, useAddToCart, useCart } from "@/features/cart";
import { errorCode } from "@/lib/texts/error-texts";
import { renderPage } from "@/testing/render";

function Probe({ opens = true }) {
  const { state, refusal, add, reset } = useAddToCart((cause) => errorCode(cause) ?? "", { opens });
  const { minicart } = useCart();
  return (
    <>
      <button type="button" onClick={() => void add([{ productVariantId: "m", amount: 1 }], ["7"])}>
        add
      </button>
      <button type="button" onClick={reset}>
        reset
      </button>
      <output>{[state, refusal, minicart.open ? "cart" : ""].filter(Boolean).join(" ")}</output>
    </>
  );
}

const taken = () => ({ data: { addToCart: { cart: { items: [], newItemIds: [] }, seatShifts: [] } } });
const refused = () => ({ data: null, errors: [{ message: "sold out", extensions: { code: "SOLD_OUT" } }] });

async function open(answer: () => object, opens = true) {
  const { getByText, getByRole, asked } = await renderPage(<Probe opens={opens} />, { answers: { ADDTOCART: answer } });
  const press = (name: string) => fireEvent.click(getByText(name));
  const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { press, settle, asked, said: () => getByRole("status").textContent };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("is adding until the answer comes, and a second press then does nothing", async () => {
  const { press, settle, asked, said } = await open(taken);
  press("add");
  press("add");
  expect(said()).toBe("adding");
  await settle(100);
  expect(said()).toBe("added cart");
  expect(asked).toEqual([
    {
      name: "ADDTOCART",
      variables: { input: { requests: [{ productVariantId: "m", amount: 1 }], releasedItemIds: ["7"] } },
    },
  ]);
  press("reset");
  await settle(1500);
  expect(said()).toBe("added cart");
  await settle(500);
  expect(said()).toBe("idle cart");
});

it("leaves the cart closed where something is to be told before", async () => {
  const { press, settle, said } = await open(taken, false);
  press("add");
  await settle(100);
  expect(said()).toBe("added");
});

it("keeps a refusal, as its caller reads it, until something else is chosen or tried", async () => {
  let answer = refused as () => object;
  const { press, settle, said } = await open(() => answer());
  press("add");
  await settle(100);
  expect(said()).toBe("error SOLD_OUT");
  press("reset");
  expect(said()).toBe("idle");
  press("add");
  await settle(100);
  answer = taken;
  press("add");
  expect(said()).toBe("adding");
  await settle(100);
  expect(said()).toBe("added cart");
});

it("has a text for each state", () => expect(new Set(Object.values(ADD_TEXTS)).size).toBe(4));
