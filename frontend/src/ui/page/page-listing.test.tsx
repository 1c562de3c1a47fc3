import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { Route, Routes, useNavigate } from "react-router";
import { paths } from "@/lib/paths";
import { languages, renderPage } from "@/testing/render";
import { Link } from "@/ui/link";
import { NotFound } from "@/ui/page/not-found";
import { useListing, useStandIn } from "@/ui/page/page-listing";
import { usePageTitle } from "@/ui/page/page-title";

function Page({ unlisted = false, missing = false, title = "" }) {
  useListing(unlisted);
  useStandIn(undefined);
  usePageTitle(title);
  return missing ? <NotFound /> : null;
}

function Question() {
  useListing(false);
  useStandIn(paths.faq());
  return null;
}

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      back
    </button>
  );
}

const links = {
  artists: paths.artists(),
  further: paths.categoryPage("shirts", "a=b"),
  question: paths.faq() + "/late",
  other: paths.faq() + "/early",
  checkout: paths.checkout(),
  missing: paths.product("gone"),
};

const app = (
  <>
    <Back />
    {Object.entries(links).map(([name, to]) => (
      <Link key={name} to={to as typeof links.artists}>
        {name}
      </Link>
    ))}
    <Routes>
      <Route path="/faq/:id" element={<Question />} />
      <Route path="/checkout" element={<Page unlisted title="Kasse" />} />
      <Route path="/search" element={<Page title="Suche" />} />
      <Route path="/artists" element={<Page title="Bands" />} />
      <Route path="/products/:slug" element={<Page missing />} />
      <Route path="*" element={<Page />} />
    </Routes>
  </>
);

const head = () =>
  [...document.head.querySelectorAll("link, meta")]
    .map((one) => [...one.attributes].map(({ value }) => value).join(" "))
    .sort();

const listed = (address: string, query = "") => {
  const own = `https://shop.example${address}`;
  const alternates = languages.map(({ code: one }) => `alternate ${one} ${own}?${query ? `${query}&` : ""}lang=${one}`);
  const whole = query ? `${own}?${query}` : own;
  return [...alternates, `alternate x-default ${whole}`, `canonical ${whole}`].sort();
};

it("names each page, or says that search engines leave it out", async () => {
  document.head.innerHTML = '<meta name="robots" content="noindex">';
  const { findByText } = await renderPage(app, { path: "/search" });
  expect(head()).toEqual(["robots noindex"]);
  const goTo = async (name: keyof typeof links) => userEvent.click(await findByText(name));
  await goTo("artists");
  expect(head()).toEqual(listed("/artists"));
  await goTo("checkout");
  expect(head()).toEqual(["robots noindex"]);
  await goTo("further");
  expect(head()).toEqual(listed("/categories/shirts", "after=a%3Db"));
  await goTo("missing");
  expect(head()).toEqual(["prerender-status-code 404", "robots noindex"]);
  for (const name of ["question", "other"] as const) {
    await goTo(name);
    expect(head()).toEqual(listed("/faq"));
  }
  await goTo("artists");
  expect(head()).toEqual(listed("/artists"));
});

describe.each([
  ["once", false],
  ["twice, as in development,", true],
])("where effects run %s", (_, strict) => {
  it("leaves the head of the opened page as the server wrote it, and names it when somebody comes back", async () => {
    document.head.innerHTML = '<meta name="robots" content="noindex"><title>Suche: shirt – Laden</title>';
    const { findByText } = await renderPage(app, { path: "/search", strict });
    expect([document.title, head()]).toEqual(["Suche: shirt – Laden", ["robots noindex"]]);
    await userEvent.click(await findByText("artists"));
    expect([document.title, head()]).toEqual(["Bands – Merchstand", listed("/artists")]);
    await userEvent.click(await findByText("back"));
    expect([document.title, head()]).toEqual(["Suche – Merchstand", listed("/search")]);
  });
});

it("gives the opened page its title in another language", async () => {
  function Translated() {
    const [title, setTitle] = useState("Suche");
    usePageTitle(title);
    return ["Search", "Suche"].map((text) => (
      <button key={text} type="button" onClick={() => setTitle(text)}>
        {text}
      </button>
    ));
  }
  document.title = "Suche: shirt – Laden";
  const { getByRole } = await renderPage(<Translated />, { strict: true });
  for (const title of ["Search", "Suche"]) {
    await userEvent.click(getByRole("button", { name: title }));
    expect(document.title).toBe(`${title} – Merchstand`);
  }
});
