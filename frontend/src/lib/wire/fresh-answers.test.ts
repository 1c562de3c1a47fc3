import { ApolloClient, ApolloLink, InMemoryCache } from "@apollo/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TOUR } from "@/generated/routes/tour/tour";
import { noteAnswer, policyFor } from "./fresh-answers";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const newClient = () => new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });

it("asks anew for what is older than half a minute, by question and client", () => {
  const [client, other] = [newClient(), newClient()];
  noteAnswer(client, "TOUR", { slug: "x", after: undefined });
  expect(policyFor(client, TOUR, { slug: "x" })).toBe("cache-first");
  vi.advanceTimersByTime(29_000);
  expect(policyFor(client, TOUR, { slug: "x" })).toBe("cache-first");
  vi.advanceTimersByTime(2000);
  expect(policyFor(client, TOUR, { slug: "x" })).toBe("cache-and-network");
  // What was never asked is asked anyway.
  expect(policyFor(client, TOUR, { slug: "y" })).toBe("cache-first");
  expect(policyFor(other, TOUR, { slug: "x" })).toBe("cache-first");
});
