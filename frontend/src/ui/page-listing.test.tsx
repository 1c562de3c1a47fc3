import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Route, Routes } from "react-router";
import { paths } from "@/lib/paths";
import { renderPage } from "@/testing/render";
import { Link } from "@/ui/link";
import { NotFound } from "@/ui/not-found";
import { useListing, useStandIn } from "@/ui/page-listing";

function Page({ unlisted = false, missing = false }) {
  useListing(unlisted);
  useStandIn(undefined);
  return missing ? <NotFound /> : null;
}

function Question() {
  useListing(false);
  useStandIn(paths.faq());
  return null;
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
    {Object.entries(links).map(([name, to]) => (
      <Link key={name} to={to as typeof links.artists}>
        {name}
      </Link>
    ))}
    <Routes>
      <Route path="/faq/:id" element={<Question />} />
      <Route path="/checkout" element={<Page unlisted />} />
      <Route path="/products/:slug" element={<Page missing />} />
      <Route path="*" element={<Page />} />
    </Routes>
  </>
);

const head = () =>
  [...document.head.querySelectorAll("link, meta")].map((one) => [...one.attributes].map(({ value }) => value).join(" ")).sort();

const listed = (address: string, query = "") => {
  const own = `https://shop.example${address}`;
  const languages = ["de", "en"].map((one) => `alternate ${one} ${own}?${query ? `${query}&` : ""}lang=${one}`);
  const whole = query ? `${own}?${query}` : own;
  return [...languages, `alternate x-default ${whole}`, `canonical ${whole}`].sort();
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
