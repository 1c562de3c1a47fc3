import { useLocation } from "react-router";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { QuickSearch } from "@/features/quick-search";
import { renderPage } from "@/testing/render";
import { proves } from "@/testing/proves";
import { axeViolations } from "@/testing/screens";
import { Suggester } from "./suggester";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const thing = (kind: "ARTIST" | "EVENT" | "PRODUCT", slug: string, title: string, thumbnail = "") =>
  ({ __typename: "SearchSuggestion", kind, slug, title, also: "", thumbnail }) as const;
const THINGS = [
  thing("ARTIST", "nachtfalter", "Nachtfalter"),
  thing("EVENT", "nachtfalter-koeln", "Nachtfalter: Köln", PIXEL),
  thing("PRODUCT", "poster", "Nachtfalter Tourposter „Bis das Licht angeht“, signiert", PIXEL),
  ...Array.from({ length: 9 }, (_, at) =>
    thing("PRODUCT", `shirt-${at}`, `Nachtfalter T-Shirt ${at} ${"x".repeat(40)}`),
  ),
];

function Where() {
  return <output aria-label="path">{useLocation().pathname}</output>;
}

/** The box, opened; the suggestions are there, or come at the second try. */
const open = async ({ fails = false } = {}) => {
  const tries = fails ? [null] : [];
  const answers = {
    SEARCH_SUGGESTIONS: () => ({ data: tries.length > 0 ? tries.pop() : { searchSuggestions: THINGS } }) as never,
  };
  const rendered = await renderPage(
    <main>
      <nav>
        <ul>
          <QuickSearch className="" />
        </ul>
      </nav>
      <p>elsewhere</p>
      <Where />
    </main>,
    { path: "/categories", answers },
  );
  await userEvent.click(opener());
  await expect.element(field()).toHaveFocus();
  return rendered;
};
const opener = () => page.getByRole("link", { name: "Suche", exact: true });
const field = () => page.getByRole("combobox");
const options = () => page.getByRole("option");
const path = () => page.getByRole("status", { name: "path" }).element().textContent;
const told = () => page.getByRole("search").getByRole("status").element().textContent;
/** The name of the option that the field calls active, and that alone is marked. */
const chosen = () => {
  const active = field().element().getAttribute("aria-activedescendant");
  const marked = [...document.querySelectorAll("[role=option][aria-selected=true]")];
  expect(marked.map(({ id }) => id)).toEqual(active === null ? [] : [active]);
  return marked[0]?.textContent ?? "";
};

it("is worked by the keyboard alone, and its list is told", async () => {
  await open();
  expect(field().element().getAttribute("aria-expanded")).toBe("false");
  await userEvent.keyboard("nachtfalter");
  await expect.element(options()).toHaveLength(10);
  await expect.poll(told).toBe("10 Vorschläge");
  expect(field().element().getAttribute("aria-expanded")).toBe("true");
  expect(page.getByRole("listbox").element().id).toBe(field().element().getAttribute("aria-controls"));

  const names = options()
    .elements()
    .map((one) => one.textContent);
  for (const [key, at] of [
    ["ArrowDown", 0],
    ["ArrowDown", 1],
    ["ArrowUp", 0],
    ["ArrowUp", 9],
    ["ArrowDown", 0],
    ["End", 9],
    ["Home", 0],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(chosen()).toBe(names[at]);
    await expect.element(field()).toHaveFocus();
  }
  await userEvent.keyboard("s"); // what is written next takes the choice away
  expect(chosen()).toBe("");
  await userEvent.keyboard("{Backspace}{Home}"); // now it moves the cursor
  expect(chosen()).toBe("");

  await userEvent.keyboard("{Escape}");
  await expect.element(opener()).toHaveFocus();
  expect(field().query()).toBeNull();
  await userEvent.keyboard("{Enter}");
  await expect.element(field()).toHaveValue("nachtfalter");
  await expect.element(options()).toHaveLength(10);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(path).toBe("/artists/nachtfalter");
  expect(field().query()).toBeNull();
});

it("searches where nothing is chosen, for what is a step in no address", async () => {
  await open();
  await userEvent.keyboard("  Motte  Ä/b {Enter}");
  await expect.poll(path).toBe("/search/Motte%20%C3%84%2Fb");
  expect(field().query()).toBeNull();
  await userEvent.click(opener());
  await userEvent.fill(field(), "..");
  await userEvent.keyboard("{Enter}");
  await expect.poll(path).toBe("/search");
});

it("cuts titles for the eye alone, and shows pictures and kinds", async () => {
  await open();
  await userEvent.keyboard("nachtfalter");
  await expect.element(options()).toHaveLength(10);
  const shown = options()
    .elements()
    .map((one) => one.querySelectorAll(":scope > span > span"));
  expect(new Set(shown.map(([, kind]) => kind?.textContent))).toEqual(new Set(["Band", "Tickets", "Merch"]));
  const poster = page.getByRole("option", { name: /Tourposter/ }).element();
  expect(poster.querySelector(":scope > span > span")?.firstChild?.textContent).toBe(
    "Nachtfalter Tourposter „Bis das Lic",
  );
  expect(poster.textContent).toContain("…ht angeht“, signiert");
  expect(poster.querySelector("img")?.naturalWidth).toBe(1);
});

it(
  "hides half a second after both focus and pointer have left",
  proves(
    "catalogue §9",
    "it hides 500 ms after focus and pointer have left; hint, loading, nothing found and failure are told",
  ),
  async () => {
    await open();
    await userEvent.keyboard("nachtfalter");
    await userEvent.hover(options().first());
    await userEvent.hover(page.getByText("elsewhere"));
    await wait(800);
    expect(field().query()).not.toBeNull(); // somebody writes in it
    await userEvent.hover(options().first());
    (document.activeElement as HTMLElement).blur();
    await wait(800);
    expect(field().query()).not.toBeNull(); // the pointer is on it
    const left = performance.now();
    await userEvent.hover(page.getByText("elsewhere"));
    await wait(250);
    expect(field().query() !== null || performance.now() - left > 500).toBe(true);
    await vi.waitFor(() => expect(field().query()).toBeNull());
  },
);

it("says what it needs, that it looks, and that there is nothing", async () => {
  const search = vi.spyOn(Suggester.prototype, "find").mockReturnValueOnce(new Promise(() => undefined));
  await open();
  await userEvent.keyboard("..n");
  await expect.element(page.getByText("Ab zwei Zeichen kommen Vorschläge.")).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await userEvent.keyboard("a");
  await expect.poll(told).toBe("Wird geladen …");
  expect(await axeViolations()).toEqual([]);
  search.mockRestore();
  await userEvent.fill(field(), "qqzzxx");
  await expect.poll(told).toContain("Dazu fällt uns nichts ein.");
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(page.getByRole("link", { name: /qqzzxx/ }));
  await expect.poll(path).toBe("/search/qqzzxx");
});

it("says that it failed, and tries again", async () => {
  await open({ fails: true });
  await userEvent.keyboard("nachtfalter");
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  await userEvent.click(page.getByRole("alert").getByRole("button"));
  await expect.element(options()).toHaveLength(10);
  await expect.element(field()).toBeVisible();
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
