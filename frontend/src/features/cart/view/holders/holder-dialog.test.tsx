import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { CartLine } from "@/features/cart";
import type { HolderLine } from "@/features/cart/model/asked-holder";
import { holderDialog, ticketDialog } from "@/features/cart/view/holders/holder-dialog";
import { loadTexts } from "@/lib/texts/i18n";
import { translate } from "@/lib/texts/overlay-texts";
import { hintAt } from "@/testing/forms";
import { renderPage } from "@/testing/render";

it("counts the signs of the text that is printed, as the product's page does", async () => {
  await loadTexts("overlays");
  const line = { id: "7", ticket: false, productName: "Feuerzeug", personalIdentifier: "MIRA" } as unknown as CartLine;
  const { baseElement, getByRole } = await renderPage(holderDialog({ line, onClose: () => undefined }));
  expect(baseElement.textContent).toContain("4/80");
  await userEvent.type(getByRole("textbox"), " F");
  expect(baseElement.textContent).toContain("6/80");
});

it("saves a ticket for one name, and marks both fields while there is none", async () => {
  await loadTexts("overlays");
  const ticket = {
    id: "7",
    productName: "Abend",
    personalIdentifier: "",
    personalizationRequirement: "check_in_required",
  } as unknown as HolderLine;
  const saved: Record<string, string>[] = [];
  const onSave = (texts: Record<string, string>) => Promise.resolve(saved.push(texts));
  const { getAllByRole, getByRole } = await renderPage(
    ticketDialog({ ticket, buyer: null, onSave, onClose: () => undefined }),
  );
  const fields = () => getAllByRole("textbox");
  const wrong = () => fields().map((field) => field.getAttribute("aria-invalid"));
  const save = () => userEvent.click(getByRole("button", { name: translate("LANG_HOLDER_SAVE") }));
  await userEvent.click(getByRole("checkbox"));
  await save();
  expect(wrong()).toEqual(["true", "true"]);
  expect(document.activeElement).toBe(fields()[0]);
  expect(hintAt(fields()[0]?.id ?? "")).toBe(translate("LANG_HOLDER_ONENAME"));
  await userEvent.type(fields()[1] as HTMLElement, "Suharto");
  expect(wrong()).toEqual([null, null]);
  expect(fields().map((field) => field.getAttribute("aria-required"))).toEqual(["false", "true"]);
  await save();
  expect(saved).toEqual([{ 7: "+Suharto" }]);
});
