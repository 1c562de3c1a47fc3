import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "@/testing/render";
import { ask } from "@/ui/dialog/ask";

describe.each([
  ["de", "Abbrechen"],
  ["en", "Cancel"],
] as const)("a question in %s", (locale, cancel) => {
  it("has a headline, a text, OK and a way to cancel", async () => {
    await renderPage(null, { locale });
    const answer = ask({ headline: "Wirklich?", text: "Es gibt kein Zurück." });
    const dialog = await screen.findByRole("alertdialog", { name: "Wirklich?" });
    expect(dialog.textContent).toContain("Es gibt kein Zurück.");
    await userEvent.click(screen.getByRole("button", { name: cancel }));
    await expect(answer).resolves.toBe(false);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });
});

describe("a question", () => {
  beforeEach(() => void renderPage(null));

  it("is agreed to with its own words", async () => {
    const answer = ask({ headline: "Passt das?", ok: "Weiter", cancel: "Prüfen", careful: true });
    const buttons = await screen.findAllByRole("button");
    expect(buttons.map((button) => button.textContent)).toEqual(["Prüfen", "Weiter"]);
    await userEvent.click(screen.getByRole("button", { name: "Weiter" }));
    await expect(answer).resolves.toBe(true);
  });

  it("that only informs has one button, and Escape reads it too", async () => {
    const answer = ask({ headline: "So ist es", inform: true });
    const dialog = await screen.findByRole("alertdialog");
    expect(screen.getAllByRole("button")).toHaveLength(1);
    dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    await expect(answer).resolves.toBe(true);
  });

  it("shows a picture that opens in a new tab", async () => {
    const answer = ask({ headline: "Größen", inform: true, image: { src: "/media/sizes.png", alt: "Größentabelle" } });
    const link = await screen.findByRole<HTMLAnchorElement>("link");
    expect([link.getAttribute("href"), link.target, link.rel]).toEqual([
      "/media/sizes.png",
      "_blank",
      "noopener noreferrer",
    ]);
    expect(screen.getByRole("img", { name: "Größentabelle" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button"));
    await answer;
  });

  it("is asked by the browser when the dialog cannot be loaded", async () => {
    vi.doMock("@/ui/dialog/ask-dialog", () => Promise.reject(new Error("gone")));
    const confirm = vi.spyOn(window, "confirm").mockReturnValue(false);
    await expect(ask({ headline: "Wirklich?" })).resolves.toBe(false);
    expect(confirm).toHaveBeenCalledWith("Wirklich?");
    vi.doUnmock("@/ui/dialog/ask-dialog");
  });
});
