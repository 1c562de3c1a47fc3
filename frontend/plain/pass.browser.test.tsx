import { createChallenge, verifySolution, type Challenge, type Payload } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { proves } from "@/testing/proves";
import { pass } from "./pass";

const SECRETS = { hmacSignatureSecret: "secret", hmacKeySignatureSecret: "key secret" };
const challengeWith = (counter: number): Promise<Challenge> =>
  createChallenge({ algorithm: "PBKDF2/SHA-256", cost: 10, counter, deriveKey, ...SECRETS });
const EASY = 7;
/** Longer than nothing is said of it, on any machine. */
const LONG = 60_000;

async function isRight(proof: string): Promise<boolean> {
  const { challenge, solution } = JSON.parse(atob(proof)) as Payload;
  return (await verifySolution({ challenge, solution, deriveKey, ...SECRETS })).verified;
}

/** As templates/work.html writes it, with a form or without. */
async function shown(counter: number, form = ""): Promise<HTMLElement> {
  document.body.innerHTML = `<main>${form}<div role="status"></div></main>
    <template id="work-words"><p>working</p></template><template id="work-later"><p>later</p></template>`;
  const box = document.querySelector<HTMLElement>("[role=status]") as HTMLElement;
  box.dataset["work"] = JSON.stringify(await challengeWith(counter));
  if (form) box.dataset["workForm"] = "form";
  return box;
}

const FORM = `<form id="form"><input name="email" value="a@b.de" aria-label="E-mail"><button type="button">help</button><button name="step" value="review">on</button><button name="step" value="change">change</button></form>`;

/** What the form would send. */
const sent: Record<string, string>[] = [];
function keep(event: SubmitEvent): void {
  if (event.defaultPrevented) return;
  event.preventDefault();
  sent.push(
    Object.fromEntries(new FormData(event.target as HTMLFormElement, event.submitter)) as Record<string, string>,
  );
}

beforeEach(() => {
  sent.length = 0;
  addEventListener("submit", keep);
});
afterEach(() => {
  removeEventListener("submit", keep);
  document.body.innerHTML = "";
});

describe("a form of a page that wants work first", () => {
  it(
    "is sent by itself with the proof, as its first button sends it",
    proves("design §6", "a page without the app works by itself, too: its form goes with the proof"),
    async () => {
      await pass(await shown(EASY, FORM));
      expect(sent).toEqual([{ email: "a@b.de", proof_of_work: expect.any(String) as string, step: "review" }]);
      expect(await isRight(sent[0]?.["proof_of_work"] ?? "")).toBe(true);
    },
  );

  it("says that it works, waits when somebody presses, and then goes by that button", async () => {
    const box = await shown(LONG, FORM);
    const said: string[] = [];
    new MutationObserver(() => said.push(box.textContent)).observe(box, { childList: true });
    const passing = pass(box);
    (page.getByRole("button", { name: "change" }).element() as HTMLButtonElement).click();
    expect(sent).toEqual([]);
    await passing;
    expect(sent).toMatchObject([{ step: "change" }]);
    expect(said).toEqual(["working", ""]);
  });

  it("is not sent while somebody changes it", async () => {
    const passing = pass(await shown(EASY, FORM));
    const field = page.getByRole("textbox").element() as HTMLInputElement;
    field.value = "c@d.de";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await passing;
    expect(sent).toEqual([]);
    await userEvent.click(page.getByRole("button", { name: "on" }));
    expect(sent).toEqual([{ email: "c@d.de", proof_of_work: expect.any(String) as string, step: "review" }]);
  });

  it("can be sent again where the browser has no cryptography", async () => {
    vi.stubGlobal("isSecureContext", false);
    await pass(await shown(EASY, FORM));
    await expect.element(page.getByText("later")).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(page.getByRole("button", { name: "on" }));
    expect(sent).toEqual([{ email: "a@b.de", step: "review" }]);
  });
});

describe("a page that wants work first", () => {
  it("is asked for with the proof and loaded anew", async () => {
    const fetched = vi.fn<typeof fetch>().mockResolvedValue(new Response());
    vi.stubGlobal("fetch", fetched);
    const reload = vi.fn();
    await pass(await shown(EASY), reload);
    expect(fetched.mock.calls[0]?.[0]).toBe(location.href);
    expect(await isRight(new Headers(fetched.mock.calls[0]?.[1]?.headers).get("proof-of-work") ?? "")).toBe(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  it("is not loaded again and again", async () => {
    vi.stubGlobal("fetch", vi.fn<typeof fetch>().mockResolvedValue(new Response()));
    const reload = vi.fn();
    for (let times = 0; times < 4; times += 1) await pass(await shown(EASY), reload);
    expect(reload).toHaveBeenCalledTimes(3);
    await expect.element(page.getByText("later")).toBeVisible();
  });
});
