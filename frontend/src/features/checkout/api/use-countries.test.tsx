import { fireEvent } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useCountries } from "@/features/checkout";
import { renderPage } from "@/testing/render";

afterEach(() => vi.unstubAllGlobals());

function Probe() {
  const { countries, failed, retry } = useCountries();
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
