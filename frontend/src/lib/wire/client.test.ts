import { documents } from "@/generated/page-documents";
import { writeDocuments } from "@/lib/wire/documents";
import { ApolloClient, ApolloLink, InMemoryCache } from "@apollo/client";
import { expect, it } from "vitest";
import { ORDER } from "@/generated/features/checkout/api/checkout";
import { TOUR } from "@/generated/routes/tour/tour";
import { createClient, knownAnswer } from "./client";
import type { PageData } from "@/lib/shop-data";

writeDocuments(documents);

const newApollo = () => new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
const carried: PageData = {
  operation: "TOUR",
  variables: { slug: "x" },
  data: { tour: null },
  status: 404,
  route: "tour",
};

it("knows what the page carries, for that question alone", () => {
  const client = createClient(carried, () => Promise.resolve(newApollo()));
  expect(knownAnswer(client, TOUR, { slug: "x" })).toBe(carried.data);
  expect(knownAnswer(client, TOUR, { slug: "y" })).toBeUndefined();
  expect(knownAnswer(client, ORDER, { id: "x" })).toBeUndefined();
});

it("knows what Apollo keeps, once that is here", async () => {
  const client = createClient(carried, () => Promise.resolve(newApollo()));
  const apollo = await client.load();
  expect(knownAnswer(client, TOUR, { slug: "x" })).toBeUndefined();
  apollo.writeQuery({ query: TOUR, variables: { slug: "y" }, data: { tour: null } });
  expect(knownAnswer(client, TOUR, { slug: "y" })).toEqual({ tour: null });
});

it("tells all who wait when it is there, whoever loaded it", async () => {
  let loads = 0;
  const client = createClient(null, () =>
    ++loads === 1 ? Promise.reject(new Error("no such file")) : Promise.resolve(newApollo()),
  );
  const told: string[] = [];
  const stop = client.onLoaded(() => told.push("gone"));
  client.onLoaded(() => told.push("waits"));
  stop();
  await client.load().catch(() => undefined);
  expect(told).toEqual([]);
  await client.load();
  client.onLoaded(() => told.push("late"));
  expect(told).toEqual(["waits", "late"]);
});

it("loads once, and again only after a load that failed", async () => {
  let loads = 0;
  const client = createClient(null, () =>
    ++loads === 1 ? Promise.reject(new Error("no such file")) : Promise.resolve(newApollo()),
  );
  await expect(client.load()).rejects.toMatchObject({ name: "HttpError", status: 0 });
  const [first, second] = await Promise.all([client.load(), client.load()]);
  expect(first).toBe(second);
  expect(client.apollo).toBe(first);
  expect(loads).toBe(2);
});
