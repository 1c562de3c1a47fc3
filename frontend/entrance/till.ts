/** Tickets for whoever comes without one. Only with a network: what is left, the shop alone knows. */
import { changed, euros, toPay, type Chosen, type Offer } from "./sums.ts";
import type { Store } from "./store.ts";
import { part } from "./screen.ts";
import { NoNetwork, Refused, type Answer, type Body } from "./wire.ts";
import { say, type Words } from "./words.ts";

type Sale = Body<"sales">;
type Sold = Answer<"sales">;
type Ask = <P extends "offers" | "sales">(path: P, body?: Body<P>) => Promise<Answer<P>>;

/** Where the sale nobody has heard of is kept. */
const UNHEARD = "sale";
const LACKING = new Set(["SOLD_OUT", "SEATS_NOT_AVAILABLE"]);

export class Till {
  private offers: Offer[] = [];
  private chosen: Chosen = new Map();
  /** Sent, but not answered: until it is, nothing else is sold. */
  private unheard: Sale | undefined;
  private isBusy = false;
  private readonly words: Words;
  private readonly store: Store;
  private readonly ask: Ask;
  private readonly onSold: (sold: Sold) => void;
  private readonly tell: (word: string) => void;

  constructor(words: Words, store: Store, ask: Ask, onSold: (sold: Sold) => void, tell: (word: string) => void) {
    this.words = words;
    this.store = store;
    this.ask = ask;
    this.onSold = onSold;
    this.tell = tell;
    part("till-cash").addEventListener("click", () => void this.sell("cash"));
    part("till-card").addEventListener("click", () => void this.sell("card_terminal"));
    part("till-again").addEventListener("click", () => void this.send());
  }

  /** Shown to who may sell; the prices and what is left are asked for each time. */
  async show(maySell: boolean): Promise<void> {
    part("till").hidden = !maySell;
    if (!maySell) return;
    this.unheard = await this.store.fact<Sale>(UNHEARD);
    try {
      this.offers = (await this.ask("offers")).offers;
    } catch (error) {
      if (!(error instanceof NoNetwork)) throw error;
    }
    this.render();
  }

  private async sell(paidBy: Sale["paid_by"]): Promise<void> {
    const tickets = [...this.chosen].filter(([, amount]) => amount > 0).map(([id, amount]) => ({ id, amount }));
    if (!tickets.length || this.unheard) return;
    this.unheard = { id: crypto.randomUUID(), tickets, total: toPay(this.offers, this.chosen), paid_by: paidBy };
    await this.store.keep(UNHEARD, this.unheard);
    await this.send();
  }

  /** Sent once more, it is sold once all the same. */
  private async send(): Promise<void> {
    if (!this.unheard || this.isBusy) return;
    this.isBusy = true;
    this.tell("till_asking");
    this.render();
    try {
      const sold = await this.ask("sales", this.unheard);
      await this.over("");
      this.onSold(sold);
    } catch (error) {
      if (error instanceof Refused) await this.over(LACKING.has(error.code) ? "till_sold_out" : "till_refused");
      else if (error instanceof NoNetwork) this.note("till_unheard");
      else throw error;
      this.tell(error instanceof Refused ? "till_not_sold" : "till_silent");
    } finally {
      this.isBusy = false;
      await this.show(true);
    }
  }

  private async over(word: string): Promise<void> {
    this.unheard = undefined;
    this.chosen = new Map();
    await this.store.keep(UNHEARD, undefined);
    this.note(word);
  }

  private note(word: string): void {
    part("till-note").textContent = word && say(this.words, word);
  }

  private render(): void {
    const waits = Boolean(this.unheard) || this.isBusy;
    part("till-kinds").replaceChildren(...this.offers.map((one) => this.row(one, waits)));
    part("till-total").textContent = say(this.words, "till_total", {
      total: euros(this.unheard?.total ?? toPay(this.offers, this.chosen)),
    });
    const nothing = ![...this.chosen.values()].some(Boolean);
    for (const id of ["till-cash", "till-card"]) (part(id) as HTMLButtonElement).disabled = waits || nothing;
    part("till-again").hidden = !this.unheard || this.isBusy;
  }

  private row(offer: Offer, waits: boolean): HTMLLIElement {
    const item = document.createElement("li");
    const kind = offer.kind || say(this.words, "no_kind");
    const left = offer.free === null ? "" : say(this.words, "till_left", { number: offer.free });
    const text = Object.assign(document.createElement("span"), {
      textContent: [kind, euros(offer.price), left].filter(Boolean).join(" · "),
    });
    const count = Object.assign(document.createElement("output"), {
      textContent: String(this.chosen.get(offer.id) ?? 0),
    });
    const steps = document.createElement("div");
    steps.className = "steps";
    steps.append(this.step(offer, -1, "till_less", kind, waits), count, this.step(offer, 1, "till_more", kind, waits));
    item.append(text, steps);
    return item;
  }

  private step(offer: Offer, by: number, word: string, kind: string, waits: boolean): HTMLButtonElement {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      textContent: by > 0 ? "+" : "−",
      className: "quiet",
    });
    button.id = `till-${by > 0 ? "more" : "less"}-${offer.id}`;
    button.setAttribute("aria-label", say(this.words, word, { kind }));
    button.disabled = waits;
    button.addEventListener("click", () => {
      this.chosen = changed(this.chosen, offer, by);
      this.note("");
      this.render();
      document.getElementById(button.id)?.focus();
    });
    return button;
  }
}
