import { proofOf, type Challenge } from "@/lib/wire/work/proof";
import { QUIET_MS } from "@/lib/wire/work/quiet";

/** A browser that keeps no cookies would work for ever. */
const MOST_TIMES = 3;
const WITHIN_MS = 180_000;
const KEPT = "worked";

/**
 * A page of the server's own that wants work first (templates/work.html): the device works, and then the page's form is
 * sent with the proof, or the page is asked for with it, which earns the cookie that loading it anew needs.
 */
export async function pass(box: HTMLElement, reload = () => location.reload()): Promise<void> {
  const challenge = JSON.parse(box.dataset["work"] ?? "") as Challenge;
  const say = (words: string) => box.replaceChildren(...copyOf(words));
  const isTooOften = workedTooOften();
  const form = document.getElementById(box.dataset["workForm"] ?? "") as HTMLFormElement | null;
  const send = form && waitingForm(form);
  const timer = setTimeout(() => say("work-words"), QUIET_MS);
  const proof = isTooOften ? null : await proofOf(challenge);
  clearTimeout(timer);
  const isOver = proof !== null && (send !== null || (await isAsked(proof)));
  if (send) send(proof);
  else if (isOver) reload();
  say(isOver ? "" : "work-later");
}

const copyOf = (id: string): Node[] => {
  const words = document.getElementById(id) as HTMLTemplateElement | null;
  return words ? [words.content.cloneNode(true)] : [];
};

/** Holds the form back while its proof is not there. Then it goes by itself, unless somebody has begun to change it. */
function waitingForm(form: HTMLFormElement): (proof: string | null) => void {
  let isWaiting = true;
  let isChanged = false;
  let isPressed = false;
  let button = form.querySelector<HTMLElement>("button:not([type=button])");
  form.addEventListener("input", () => (isChanged = true));
  form.addEventListener("submit", (event) => {
    if (!isWaiting) return;
    event.preventDefault();
    isPressed = true;
    button = event.submitter ?? button;
  });
  return (proof) => {
    isWaiting = false;
    if (proof === null) return;
    form.append(
      Object.assign(document.createElement("input"), { type: "hidden", name: "proof_of_work", value: proof }),
    );
    if (isPressed || !isChanged) form.requestSubmit(button);
  };
}

async function isAsked(proof: string): Promise<boolean> {
  try {
    await fetch(location.href, { headers: { "Proof-Of-Work": proof }, cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

/** Notes this time, too. */
function workedTooOften(): boolean {
  try {
    const times = (JSON.parse(sessionStorage.getItem(KEPT) ?? "[]") as number[]).filter(
      (at) => at > Date.now() - WITHIN_MS,
    );
    sessionStorage.setItem(KEPT, JSON.stringify([...times, Date.now()]));
    return times.length >= MOST_TIMES;
  } catch {
    return true;
  }
}
