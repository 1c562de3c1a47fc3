import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { BuyBox } from "@/features/products";
import { option, shirt } from "@/testing/goods";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations, isInSight, showOn, tap } from "@/testing/screens";

const MISSING = "Wähl zuerst eine Größe oder Variante aus.";

const open = (more: object = {}, options: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<BuyBox product={shirt(more)}>{null}</BuyBox>, options);
const add = () => page.getByRole("button", { name: "In den Korb" });

const states = proves(
  "catalogue §4",
  "add to cart: idle, adding, added, error on a button of one width; the missing option is named by hovering and tapping; why nothing came into the cart is said in sight, on phones above the button",
);

it("says on the button what becomes of it, and keeps its width", states, async () => {
  let answer: (result: object) => void = () => undefined;
  const later = new Promise<object>((resolve) => (answer = resolve));
  await open({ productVariants: { nodes: [option("s", "")] } }, { answers: { ADDTOCART: () => later } });
  const button = add().element();
  const widths = [button.getBoundingClientRect().width];
  await userEvent.click(button);
  for (const [name, goOn] of [
    ["Moment …", () => answer({ data: { addToCart: { cart: { items: [], newItemIds: [] } } } })],
    ["Liegt im Korb", () => undefined],
  ] as const) {
    await expect.element(page.getByRole("button", { name })).toBeVisible();
    widths.push(page.getByRole("button", { name }).element().getBoundingClientRect().width);
    goOn();
  }
  expect(new Set(widths).size).toBe(1);
});

it("names a missing option as soon as a mouse comes to the button", states, async () => {
  await open();
  await userEvent.hover(add());
  await expect.element(page.getByText(MISSING)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it("names a missing option where a finger taps, and goes there", states, async () => {
  await showOn("phone");
  await open();
  await tap(add().element());
  await expect.element(page.getByText(MISSING)).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "S" })).toHaveFocus();
});

it.each(["phone", "desktop"] as const)("says in sight why nothing came into the cart: %s", states, async (screen) => {
  await showOn(screen);
  const errors = [{ message: "", extensions: { code: "FOLLOWED_MISSING" } }];
  const meta = {
    personalised: false,
    externalUrl: "",
    externalUrlText: "",
    follows: "sieglinde",
    followsName: "T-Shirt „Sieglinde“",
  };
  await renderPage(
    <BuyBox product={shirt({ productVariants: { nodes: [option("s", "")] }, meta })}>
      <div style={{ height: "60rem" }} />
    </BuyBox>,
    { answers: { ADDTOCART: () => ({ data: null, errors }) } },
  );
  await expect.element(page.getByRole("link", { name: "T-Shirt „Sieglinde“" })).toBeVisible();
  await userEvent.click(add());
  const told = page.getByRole("alert").filter({ hasText: "nur so viele" });
  await expect.element(told).toBeVisible();
  expect(isInSight(told.element())).toBe(true);
});
