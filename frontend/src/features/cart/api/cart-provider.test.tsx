import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useCartApi } from "@/features/cart/api/cart-context";
import { renderPage } from "@/testing/render";

const Reader = () => {
  const { status, refresh } = useCartApi();
  const three = () => {
    for (let i = 0; i < 3; i++) refresh().catch(() => undefined);
  };
  return (
    <button type="button" onClick={three}>
      {status}
    </button>
  );
};

it("reads the cart once for all that ask while it is under way, and anew afterwards", async () => {
  const { asked, findByRole, getByRole } = await renderPage(<Reader />, {
    answers: { CART: () => ({ data: { cart: null } }) },
  });
  expect(asked).toEqual([]);
  await userEvent.click(getByRole("button", { name: "unknown" }));
  const read = await findByRole("button", { name: "ready" });
  expect(asked.map(({ name }) => name)).toEqual(["CART"]);
  await userEvent.click(read);
  await findByRole("button", { name: "ready" });
  expect(asked).toHaveLength(2);
});
