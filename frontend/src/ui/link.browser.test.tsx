import { fireEvent, render } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import type { ShopPath } from "@/lib/paths";
import { DocumentLink, Link } from "@/ui/link";

const closed = vi.fn();
const here = location.href;
const address = () => location.pathname;

beforeEach(() => {
  closed.mockClear();
  history.pushState(null, "", "/products/shirt");
  history.pushState({ isOver: true }, "");
  return () => history.replaceState(null, "", here);
});

const show = (to: string) =>
  render(
    <BrowserRouter>
      <Link to={to as ShopPath} onClick={closed}>
        on
      </Link>
      <DocumentLink to={"/products/shirt#end" as ShopPath}>document</DocumentLink>
    </BrowserRouter>,
  );

it("takes the place of what lies over the page, and leaves its visit to it where it leads to that page", () => {
  const visits = history.length;
  const { getByRole, unmount } = show("/products/shirt");
  fireEvent.click(getByRole("link", { name: "on" }));
  expect(closed).toHaveBeenCalledOnce();
  expect(history.state).toMatchObject({ isOver: true });
  unmount();
  fireEvent.click(show("/products/cap").getByRole("link", { name: "on" }));
  expect([address(), history.length]).toEqual(["/products/cap", visits]);
});

it("loads a document in the place of what lies over the page", () => {
  const visits = history.length;
  // Within the same document, so that the test's own page stays.
  fireEvent.click(show("/").getByRole("link", { name: "document" }));
  expect([address(), location.hash, history.length]).toEqual(["/products/shirt", "#end", visits]);
});
