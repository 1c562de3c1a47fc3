import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import type { CartLine } from "@/features/cart";
import { holderDialog } from "@/features/cart/view/holders/holder-dialog";
import { loadTexts } from "@/lib/texts/i18n";
import { renderPage } from "@/testing/render";

// jsdom knows the element, not its methods.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

it("counts the signs of the text that is printed, as the product's page does", async () => {
  await loadTexts("overlays");
  const line = { id: "7", ticket: false, productName: "Feuerzeug", personalIdentifier: "MIRA" } as unknown as CartLine;
  const { baseElement, getByRole } = await renderPage(holderDialog({ line, onClose: () => undefined }));
  expect(baseElement.textContent).toContain("4/80");
  await userEvent.type(getByRole("textbox"), " F");
  expect(baseElement.textContent).toContain("6/80");
});
