import { afterEach, expect, expectTypeOf, it, vi } from "vitest";
import type { CartData } from "@/generated/features/cart/api/cart";
import { createCartStore, UNREAD } from "@/features/cart/model/cart-store";
import type { Cart } from "@/features/cart/model/cart";
import { openTabChannel } from "@/lib/tab-channel";
import type { Answer } from "@/lib/wire/rest-types";

const cartOf = (...amounts: number[]) =>
  ({ items: amounts.map((amount, at) => ({ id: String(at), amount, parentId: null })) }) as unknown as Cart;

afterEach(() => localStorage.clear());

it("is the same cart by GraphQL and by REST", () => {
  expectTypeOf<CartData>().toExtend<Cart>();
  expectTypeOf<Answer<"cart/address", "PATCH">>().toExtend<Cart>();
  expectTypeOf<Answer<"cart/logistics", "PATCH">>().toExtend<Cart>();
  expectTypeOf<Answer<"cart/items", "PATCH">>().toExtend<Cart>();
  expectTypeOf<Answer<"cart/payment-code", "POST" | "DELETE">>().toExtend<Cart>();
  expectTypeOf<NonNullable<Answer<"discount", "POST" | "DELETE">["cart"]>>().toExtend<Cart>();
});

it("shows each answer at once, and remembers its pieces for the next page", () => {
  const store = createCartStore("band", () => Promise.resolve(null));
  expect(store.state()).toEqual(UNREAD);
  const view = vi.fn();
  const stop = store.subscribe(view);
  const cart = cartOf(2, 3);
  expect(store.accept(cart)).toBe(cart);
  expect(store.state()).toEqual({ cart, status: "ready", count: 5 });
  expect(createCartStore("band", () => Promise.resolve(null)).state()).toEqual({ ...UNREAD, count: 5 });
  expect(createCartStore("other", () => Promise.resolve(null)).state()).toEqual(UNREAD);
  stop();
  store.accept(null);
  expect(view).toHaveBeenCalledTimes(1);
  expect(createCartStore("band", () => Promise.resolve(null)).state()).toEqual(UNREAD);
});

it("is read once for all that ask, keeps what it had when that fails, and may be asked again", async () => {
  const read = vi.fn<() => Promise<Cart | null>>().mockRejectedValueOnce(new Error("offline"));
  const store = createCartStore("band", read);
  const asked = [store.refresh(), store.refresh()];
  expect(store.state().status).toBe("loading");
  for (const one of asked) await expect(one).rejects.toThrow("offline");
  expect([read.mock.calls.length, store.state().status]).toEqual([1, "error"]);
  read.mockResolvedValue(cartOf(1));
  await store.refresh();
  expect(store.state()).toMatchObject({ status: "ready", count: 1 });
  read.mockRejectedValueOnce(new Error("offline"));
  const again = store.refresh();
  expect(store.state().status).toBe("ready");
  await expect(again).rejects.toThrow();
  expect(store.state()).toMatchObject({ status: "error", count: 1 });
});

it("is read anew where another tab changed it, which hears of changes here; nothing once it left", async () => {
  const read = vi.fn<() => Promise<Cart | null>>().mockResolvedValue(cartOf(1));
  const store = createCartStore("band", read);
  const leave = store.join();
  const heard = vi.fn<(message: true) => void>();
  const other = openTabChannel<true>("band", "cart_update", heard);
  const told = vi.fn();
  const stop = store.onRemoteChange(told);
  other.post(true);
  await vi.waitFor(() => expect(store.state().count).toBe(1));
  expect([told.mock.calls.length, heard.mock.calls.length]).toEqual([1, 0]);
  store.accept(cartOf(4));
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  stop();
  leave();
  other.post(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([read.mock.calls.length, told.mock.calls.length]).toEqual([1, 1]);
  other.close();
});
