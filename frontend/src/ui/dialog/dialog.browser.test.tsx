import { useLocation, useNavigate } from "react-router";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { axeViolations } from "@/testing/screens";
import { Dialog } from "@/ui/dialog/dialog";
import { showDialog } from "@/ui/dialog/show-dialog";

const letters = (close: (answer: null) => void) => (
  <Dialog title="Post" form onCancel={() => close(null)}>
    <label>
      Adresse <input />
    </label>
    <button type="button" onClick={() => close(null)}>
      Zu
    </button>
  </Dialog>
);

function Below() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <main id="main" tabIndex={-1}>
      <h1>{pathname}</h1>
      <button type="button" onClick={() => void navigate("/second")}>
        on
      </button>
      <button type="button" onClick={() => void showDialog(letters)}>
        open
      </button>
      <button type="button" onClick={() => window.setTimeout(() => void navigate(-1), 500)}>
        later back
      </button>
    </main>
  );
}

const opener = () => page.getByRole("button", { name: "open" });
const dialog = () => page.getByRole("dialog", { name: "Post" });
const focus = () => document.activeElement;

it(
  "takes the focus, keeps it, and gives it back to what opened it",
  proves(
    "design §6",
    "dialogs (newsletter, consent, kind of ticket, discount code): the focus goes in, Escape gives it back to what opened them, texts are in the page's language after the switch",
  ),
  async () => {
    await renderPage(<Below />);
    (opener().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(dialog()).toBeVisible();
    expect(dialog().element().contains(focus())).toBe(true);
    expect(await axeViolations()).toEqual([]);
    for (let stop = 0; stop < 3; stop++) {
      await userEvent.keyboard("{Tab}");
      // Behind the last button is the browser's own bar, never the page below.
      expect(dialog().element().contains(focus()) || focus() === document.body).toBe(true);
    }
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => dialog().query()).toBeNull();
    await expect.element(opener()).toHaveFocus();
  },
);

it(
  "leaves the focus at the page's beginning where nothing had opened it",
  proves("design §6", "a dialog that nothing had opened leaves the focus at the beginning of the page"),
  async () => {
    await renderPage(<Below />);
    void showDialog(letters);
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => dialog().query()).toBeNull();
    await expect.poll(() => focus()?.id).toBe("main");
  },
);

it("goes with its page", proves("design §6", "going back closes a dialog with its page"), async () => {
  await renderPage(<Below />, { path: "/first" });
  await userEvent.click(page.getByRole("button", { name: "on" }));
  await userEvent.click(page.getByRole("button", { name: "later back" }));
  await userEvent.click(opener());
  await expect.element(dialog()).toBeVisible();
  await expect.element(page.getByText("/first")).toBeInTheDocument();
  await expect.poll(() => dialog().query()).toBeNull();
});
