/** What the page shows: never by colour alone, and with a sound and a tremble for a dark, loud door. */
import { grouped } from "./numbers.ts";
import { euros } from "./sums.ts";
import { signal, type Signal } from "./signals.ts";
import type { Found } from "./gate.ts";
import type { Verdict } from "./judging.ts";
import type { Count, EventKept, Known, Trouble } from "./store.ts";
import { clock, say, type Words } from "./words.ts";

export interface Shown {
  verdict: Verdict;
  number: string;
  kind: string;
  first: { at: string; by: string } | null;
  offline: boolean;
  reissuedAt?: string | null | undefined;
  notListed?: boolean | undefined;
  byNumber?: boolean | undefined;
}

const SIGNALS: Record<Verdict, Signal> = {
  admitted: "good",
  already: "wait",
  other_event: "wait",
  sent_away: "wait",
  ended: "bad",
  old_code: "bad",
  unknown: "bad",
  number_only: "bad",
};

export function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

export class Screen {
  readonly video = part("video") as HTMLVideoElement;
  private readonly words: Words;
  private letIn: (number: string) => Promise<void> = () => Promise.resolve();

  constructor(words: Words) {
    this.words = words;
  }

  private say(name: string, gaps: Record<string, string | number> = {}): string {
    return say(this.words, name, gaps);
  }

  showPaired(known: Known | undefined): void {
    part("paired").hidden = !known;
    part("unpaired").hidden = Boolean(known);
    part("gate").textContent = known?.name ?? "";
  }

  tellPairing(word: string): void {
    part("unpaired-note").textContent = this.say(word);
  }

  showEvent(event: EventKept): void {
    part("event").textContent = event.name;
    document.title = event.name;
    part("list-note").textContent = this.say("listed", { number: event.number, time: clock(event.listedAt) });
  }

  tellList(word: string): void {
    part("list-note").textContent = this.say(word);
  }

  showNetwork(online: boolean): void {
    const network = part("network");
    network.dataset.online = String(online);
    const text = this.say(online ? "online" : "offline");
    if (network.textContent !== text) network.textContent = text;
  }

  showQueue(number: number): void {
    part("queue-note").textContent = number ? this.say("waiting", { number }) : "";
  }

  showAnswer(answer: Shown, mayUndo: boolean): void {
    const kind = SIGNALS[answer.verdict];
    const before = answer.first ? this.say("already_at", { time: clock(answer.first.at), gate: answer.first.by }) : "";
    const why = answer.verdict === "already" ? before : this.words[`${answer.verdict}_why`];
    const reissued =
      answer.reissuedAt && answer.verdict !== "admitted" && this.say("reissued_at", { time: clock(answer.reissuedAt) });
    const byNumber = answer.byNumber && answer.verdict === "admitted" && this.say("by_number");
    const notes = [
      why,
      reissued,
      byNumber,
      answer.notListed && this.say("not_listed"),
      answer.offline && this.say("offline_decided"),
    ];
    this.show(kind, this.say(answer.verdict), notes.filter(Boolean).join(" "));
    part("answer-ticket").textContent = [answer.kind, answer.number && grouped(answer.number)]
      .filter(Boolean)
      .join(" · ");
    part("undo").hidden = !mayUndo;
    signal(kind);
  }

  showSold(number: number, total: string): void {
    this.show("good", this.say("till_sold"), this.say("till_sold_what", { number, total: euros(total) }));
    part("answer-ticket").textContent = "";
    part("undo").hidden = true;
    signal("good");
  }

  /** Something that is no ticket's answer. */
  tell(word: string): void {
    this.show("none", this.say(word), "");
    part("answer-ticket").textContent = "";
    part("undo").hidden = true;
  }

  private show(kind: Signal | "none", title: string, why: string): void {
    const answer = part("answer");
    answer.dataset.kind = kind;
    // The same answer again is another one.
    answer.classList.remove("fresh");
    answer.getBoundingClientRect();
    answer.classList.add("fresh");
    part("answer-title").textContent = title;
    part("answer-why").textContent = why;
    answer.scrollIntoView({ block: "nearest" });
  }

  showCounts(counts: Count[]): void {
    const sum = (what: "inside" | "expected") => counts.reduce((before, one) => before + one[what], 0);
    const text = (one: { inside: number; expected: number }) =>
      this.say("inside", { inside: one.inside, expected: one.expected });
    part("count").textContent = text({ inside: sum("inside"), expected: sum("expected") });
    const rows = counts.length > 1 ? counts.map((one) => `${one.kind || this.say("no_kind")}: ${text(one)}`) : [];
    part("kinds").replaceChildren(...rows.map(row));
  }

  showTrouble(trouble: Trouble[]): void {
    part("trouble-box").hidden = !trouble.length;
    part("trouble-title").textContent = this.say("trouble", { number: trouble.length });
    part("trouble").replaceChildren(...trouble.map((one) => row(this.troubleText(one))));
  }

  private troubleText(one: Trouble): string {
    const number = one.number ? grouped(one.number) : this.say("unknown");
    const second = { second: clock(one.at), second_gate: one.by };
    if (one.first)
      return this.say("twice", { number, first: clock(one.first.at), first_gate: one.first.by, ...second });
    return this.say("wrongly", { number, reason: this.say(one.verdict), ...second });
  }

  /** What a number or a name names. To look is everybody's; to let in without the code, only a device's that may. */
  showFound(found: Found[], note: string, mayLetIn: boolean): void {
    part("found").replaceChildren(...found.map((one) => this.foundRow(one, mayLetIn)));
    part("found-note").textContent = note && this.say(note);
  }

  private foundRow(one: Found, mayLetIn: boolean): HTMLElement {
    const item = row([one.name, one.kind, one.seat, one.reference, grouped(one.number)].filter(Boolean).join(" · "));
    const isGood = one.valid && !one.former && !one.inside_since;
    const state = this.stateOf(one, isGood && !mayLetIn);
    if (state) item.append(Object.assign(document.createElement("p"), { textContent: state }));
    if (isGood && mayLetIn) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = this.say("let_in");
      button.setAttribute("aria-label", `${button.textContent}: ${one.name} ${grouped(one.number)}`);
      button.addEventListener("click", () => {
        this.showFound([], "", mayLetIn);
        void this.letIn(one.number);
      });
      item.append(button);
    }
    return item;
  }

  private stateOf(one: Found, needsCode: boolean): string {
    const time = one.reissued_at ? clock(one.reissued_at) : "";
    if (one.former) return this.say("former", { time });
    const told = [
      time && this.say("reissued_at", { time }),
      one.inside_since &&
        `${this.say("already")} ${this.say("already_at", { time: clock(one.inside_since), gate: one.inside_by })}`,
      !one.inside_since && !one.valid && this.say("ended"),
      needsCode && this.say("code_needed"),
    ];
    return told.filter(Boolean).join(" · ");
  }

  showCamera(on: boolean, hasLight: boolean, note = ""): void {
    part("camera").dataset.on = String(on);
    part("camera-switch").setAttribute("aria-pressed", String(on));
    part("light").hidden = !hasLight;
    part("camera-note").textContent = note && this.say(note);
  }

  onSearch(act: (text: string) => Promise<void>): void {
    part("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      void act((part("typed-text") as HTMLInputElement).value);
    });
  }

  onLetIn(act: (number: string) => Promise<void>): void {
    this.letIn = act;
  }

  onUndo(act: () => Promise<void>): void {
    part("undo").addEventListener("click", () => void act());
  }

  onCamera(act: () => Promise<void>): void {
    part("camera-switch").addEventListener("click", () => void act());
  }

  onLight(act: (on: boolean) => Promise<void>): void {
    const light = part("light");
    light.addEventListener("click", () => {
      const on = light.getAttribute("aria-pressed") !== "true";
      light.setAttribute("aria-pressed", String(on));
      void act(on);
    });
  }
}

function row(text: string): HTMLLIElement {
  const item = document.createElement("li");
  item.append(Object.assign(document.createElement("span"), { textContent: text }));
  return item;
}
