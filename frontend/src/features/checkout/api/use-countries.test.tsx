import { fireEvent } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useCountries } from "@/features/checkout";
import { renderPage } from "@/testing/render";

afterEach(() => vi.unstubAllGlobals());

const SHIRT = { items: [{ id: "shirt" }] };
const BOTH = { items: [...SHIRT.items, { id: "record" }] };

function Probe({ cart = SHIRT }) {
  const { countries, failed, retry } = useCountries(cart);
  return (
    <button type="button" onClick={retry}>
      {failed ? "failed" : countries.map(({ code, name }) => `${code} ${name}`).join() || "loading"}
    </button>
  );
}

it("asks again after a failure, and then once for a language", async () => {
  const wire = [{ country_code: "de", name: "Deutschland", post_code_pattern: "" }];
  const fetched = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(new Response(null, { status: 500 }))
    .mockImplementation(() => Promise.resolve(Response.json(wire)));
  vi.stubGlobal("fetch", fetched);
  const { findByText, getByText, unmount } = await renderPage(<Probe />);
  expect(getByText("loading")).toBeTruthy();
  fireEvent.click(await findByText("failed"));
  expect(await findByText("de Deutschland")).toBeTruthy();
  unmount();
  expect(await (await renderPage(<Probe />)).findByText("de Deutschland")).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("asks again where another thing is in the cart: its owner may deliver to fewer countries", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(
      Response.json([{ country_code: "de", name: `Land ${asked.length}`, post_code_pattern: "" }]),
    );
  });
  const { findByText, unmount } = await renderPage(<Probe cart={{ items: [{ id: "cap" }] }} />);
  expect(await findByText("de Land 1")).toBeTruthy();
  unmount();
  expect(await (await renderPage(<Probe cart={BOTH} />)).findByText("de Land 2")).toBeTruthy();
  expect(asked.every((address) => address.includes("countries?of=cart"))).toBe(true);
});
