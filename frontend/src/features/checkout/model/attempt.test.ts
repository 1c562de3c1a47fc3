import { beforeEach, expect, it } from "vitest";
import { beginAttempt, endAttempt, readAttempt, recallPlaced, rememberPlaced } from "@/features/checkout/model/attempt";

const input = { expectedTotal: "35.80", acceptedTerms: true, acceptedAge: false, newsletter: false };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it("keeps one key for two clicks and a reload", () => {
  const first = beginAttempt("nachtfalter", "7", input);
  expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  expect(beginAttempt("nachtfalter", "7", { ...input }).key).toBe(first.key);
  expect(readAttempt("nachtfalter")).toEqual(first);
});

it("takes a new key for another cart, another input or another shop", () => {
  const { key } = beginAttempt("nachtfalter", "7", input);
  expect(beginAttempt("kellerkind", "7", input).key).not.toBe(key);
  const newsletter = beginAttempt("nachtfalter", "7", { ...input, newsletter: true }).key;
  expect(newsletter).not.toBe(key);
  expect(beginAttempt("nachtfalter", "8", { ...input, newsletter: true }).key).not.toBe(newsletter);
});

it("ends with the answer", () => {
  const { key } = beginAttempt("nachtfalter", "7", input);
  endAttempt("nachtfalter");
  expect(readAttempt("nachtfalter")).toBeNull();
  expect(beginAttempt("nachtfalter", "7", input).key).not.toBe(key);
});

it("remembers the last order as long as a session lives", () => {
  rememberPlaced("nachtfalter", { order: "secret", reference: "B-1" }, 20 * 60, 0);
  expect(recallPlaced("nachtfalter", 19 * 60_000)).toEqual({ order: "secret", reference: "B-1" });
  expect(recallPlaced("nachtfalter", 21 * 60_000)).toBeNull();
  expect(recallPlaced("nachtfalter", 0)).toBeNull();
});
