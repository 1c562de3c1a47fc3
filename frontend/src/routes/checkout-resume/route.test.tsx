import { CombinedGraphQLErrors } from "@apollo/client/errors";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Route, Routes } from "react-router";
import { loadTexts } from "@/lib/texts/i18n";
import { renderPage } from "@/testing/render";
import CheckoutResumeRoute from "./route";

const refused = (code: string) => {
  throw new CombinedGraphQLErrors({ data: null }, [{ message: "refused", extensions: { code } }]);
};
const resumed = () => ({
  data: { resumeSession: { __typename: "HeartbeatPayload", session: { __typename: "Session", expiresAt: null } } },
});
const cart = (amount: number) => ({
  data: { cart: { __typename: "Cart", items: [{ __typename: "CartItem", id: "1", amount, parentId: null }] } },
});

async function open(search: string, answers: Parameters<typeof renderPage>[1] & object) {
  await Promise.all([loadTexts("checkout"), loadTexts("order")]);
  return renderPage(
    <Routes>
      <Route path="/checkout" element={<h1>Korb</h1>} />
      <Route path="/checkout/resume" element={<CheckoutResumeRoute />} />
    </Routes>,
    { path: `/checkout/resume${search}`, ...answers },
  );
}

const names = (asked: { name: string }[]) => asked.map(({ name }) => name);

it("uses the id once and reads the cart only then, also where effects run twice", async () => {
  const page = await open("?id=a%3Ab", { strict: true, answers: { RESUME_SESSION: resumed, CART: () => cart(2) } });
  await page.findByRole("heading", { name: "Korb" });
  expect(names(page.asked)).toEqual(["RESUME_SESSION", "CART"]);
  expect(page.asked[0]?.variables).toEqual({ input: { sessionId: "a:b", replace: false } });
});

it("asks nobody without an id", async () => {
  const page = await open("", {});
  await page.findByRole("heading", { name: "Fehler beim Session wiederherstellen" });
  expect(page.asked).toEqual([]);
});

it("tells what may be tried again from what may not", async () => {
  let answer = () => refused("RATE_LIMITED");
  const page = await open("?id=a", { answers: { RESUME_SESSION: () => answer(), CART: () => cart(1) } });
  const again = await page.findByRole("button", { name: "Nochmal versuchen" });
  answer = () => refused("NOT_RESUMED");
  await userEvent.click(again);
  await page.findByText(/gilt nur einmal/);
  expect([page.queryByRole("button"), names(page.asked)]).toEqual([null, ["RESUME_SESSION", "RESUME_SESSION"]]);
});

it("asks whose cart here is not empty, and nobody else", async () => {
  const resume = (variables: Record<string, unknown>) =>
    (variables["input"] as { replace: boolean }).replace ? resumed() : refused("SESSION_HERE");
  const empty = await open("?id=a", { answers: { RESUME_SESSION: resume, CART: () => ({ data: { cart: null } }) } });
  await empty.findByRole("heading", { name: "Korb" });
  empty.unmount();
  const page = await open("?id=a", { answers: { RESUME_SESSION: resume, CART: () => cart(1) } });
  await page.findByRole("heading", { name: "Hier ist schon ein Korb" });
  await userEvent.click(page.getByRole("button", { name: "Mit dem anderen weiter" }));
  await page.findByRole("heading", { name: "Korb" });
});
