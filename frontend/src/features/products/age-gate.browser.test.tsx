import { Route, Routes } from "react-router";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AgeGate } from "@/features/products";
import { paths } from "@/lib/paths";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { Link } from "@/ui/link";

const choices = proves(
  "catalogue §4, §5",
  "radio list or dropdown, surcharges, what is gone disabled; external goods; text to print; from 18",
);

const shop = (
  <Routes>
    <Route path="/" element={<h1>Start</h1>} />
    <Route path="/fanzine" element={<Link to={paths.product("schnaps")}>Schnaps</Link>} />
    <Route
      path="/products/schnaps"
      element={
        <>
          <h1>Schnaps</h1>
          <AgeGate />
        </>
      }
    />
  </Routes>
);
const gate = page.getByRole("dialog", { name: "Ab 18 Jahren" });

it("leads back who is too young, and asks again", choices, async () => {
  window.history.pushState(null, "");
  await renderPage(shop, { path: "/fanzine" });
  await userEvent.click(page.getByRole("link", { name: "Schnaps" }));
  await userEvent.click(gate.getByRole("button", { name: "Nein, zurück" }));
  await userEvent.click(page.getByRole("link", { name: "Schnaps" }));
  await expect.element(gate).toBeVisible();
});

it("asks nobody twice who is old enough", choices, async () => {
  const first = await renderPage(shop, { path: "/products/schnaps" });
  await userEvent.click(gate.getByRole("button", { name: "Ja, bin ich" }));
  await expect.element(gate).not.toBeInTheDocument();
  first.unmount();
  await renderPage(shop, { path: "/products/schnaps" });
  await expect.element(page.getByRole("heading", { name: "Schnaps" })).toBeVisible();
  await expect.element(gate).not.toBeInTheDocument();
});
