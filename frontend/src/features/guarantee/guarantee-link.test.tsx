import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import { GuaranteeLink } from "./guarantee-link";

it("shows the notice as it is, once it is opened", async () => {
  await renderPage(
    <GuaranteeLink
      notice={{ __typename: "GuaranteeNotice", url: "/media/pictures/eu/original.png", width: 800, height: 1130 }}
    />,
  );
  const link = screen.getByRole("link", { name: "EU-Hinweis: gesetzliche Gewährleistung" });
  expect(link.getAttribute("href")).toBe("/media/pictures/eu/original.png");
  expect(document.querySelector("img")).toBeNull();
  await userEvent.click(link);
  const picture = await screen.findByRole(
    "img",
    { name: /mindestens zwei Jahre.*kostenlos reparieren oder ersetzen/ },
    { timeout: 5000 },
  );
  expect([picture.getAttribute("src"), picture.getAttribute("width"), picture.getAttribute("height")]).toEqual([
    "/media/pictures/eu/original.png",
    "800",
    "1130",
  ]);
  expect(screen.getByRole("dialog", { name: "EU-Hinweis: gesetzliche Gewährleistung" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Schließen" }));
  await waitFor(() => expect(document.querySelector("img")).toBeNull());
});
