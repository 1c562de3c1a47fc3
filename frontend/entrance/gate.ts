/** One gate: it asks the shop, and where nobody answers it decides by what it knows and tells later. */
import { fromBase64 } from "./codes.ts";
import { judge, matching, searchNote, type Judgement, type ReadBy, type Ticket } from "./judging.ts";
import type { Screen } from "./screen.ts";
import type { Count, EventKept, Known, Scan, Store, Trouble } from "./store.ts";
import { ask, NoNetwork, Refused, type Answer, type Body, type Path } from "./wire.ts";

type Row = Answer<"list">["tickets"][number];
export type Found = Answer<"search">["tickets"][number];

/** Longer nobody waits at a door. */
const PATIENCE = 2500;
const BATCH = 100;

const ticketOf = (row: Row): Ticket => ({
  number: row[0],
  version: row[1],
  valid: row[2] === 1,
  kind: row[3],
  seat: row[4],
  initials: row[5],
  reference: row[6],
  insideSince: row[7],
  insideBy: row[8],
  reissuedAt: row[9],
  former: row[10] === 1,
});

const kindText = (kind = "", seat = "") => [kind, seat].filter(Boolean).join(" · ");

export class Gate {
  private known: Known | undefined;
  private event: EventKept | undefined;
  private shown = "";
  /** What goes on by itself, until somebody stands at the door. */
  private background = new AbortController();
  /** One thing after the other: what waits is told before the next is asked. */
  private turn: Promise<void> = Promise.resolve();
  private readonly store: Store;
  private readonly screen: Screen;

  constructor(store: Store, screen: Screen) {
    this.store = store;
    this.screen = screen;
  }

  /** By the code that staff showed; what another event left on this phone goes. */
  async pair(code: string): Promise<void> {
    try {
      const known = await ask("pairing", "", { code });
      await this.flush().catch(() => undefined);
      await this.store.forgetAll();
      await this.store.keep("known", known);
    } catch (error) {
      this.screen.tellPairing(error instanceof NoNetwork ? "no_network_yet" : "pairing_failed");
    }
  }

  async begin(): Promise<void> {
    this.known = await this.store.fact<Known>("known");
    this.event = await this.store.fact<EventKept>("event");
    this.screen.showPaired(this.known);
    if (!this.known) return;
    await this.endIfOver();
    await this.showKnown();
    await this.sync(true);
  }

  /** What a camera read or somebody typed. */
  scan(said: string, readBy: ReadBy): Promise<void> {
    this.background.abort();
    return this.inTurn(async () => {
      if (!this.known) return;
      const scan: Scan = {
        id: crypto.randomUUID(),
        said,
        read_by: readBy,
        scanned_at: new Date().toISOString(),
        let_in: null,
      };
      try {
        await this.flush(PATIENCE);
        const answer = await this.tell([scan], PATIENCE);
        const [found] = answer.scans;
        if (found) await this.answered(found);
      } catch (error) {
        if (error instanceof NoNetwork) await this.decideAlone(scan, readBy);
        else await this.refused(error);
      }
    });
  }

  private async answered(found: Trouble): Promise<void> {
    if (found.verdict === "admitted") await this.store.mark(found.number, found.at, found.by);
    if (found.first) await this.store.mark(found.number, found.first.at, found.first.by);
    this.shown = found.number;
    const mayUndo = this.event?.mayUndo === true && (found.verdict === "admitted" || found.verdict === "already");
    const kind = kindText(found.kind, found.seat);
    this.screen.showAnswer(
      { ...found, kind, reissuedAt: found.reissued_at, byNumber: found.by_number, offline: false },
      mayUndo,
    );
  }

  private async decideAlone(scan: Scan, readBy: ReadBy): Promise<void> {
    this.screen.showNetwork(false);
    await this.endIfOver();
    if (!this.event || !this.known) {
      this.screen.tell("never_listed");
      return;
    }
    const event = {
      id: this.event.id,
      publicKey: fromBase64(this.event.publicKey),
      mayAdmitByNumber: this.mayAdmitByNumber,
    };
    const judgement = await judge(scan.said, readBy, event, (number) => this.store.ticket(number));
    const first = judgement.ticket?.insideSince
      ? { at: judgement.ticket.insideSince, by: judgement.ticket.insideBy }
      : null;
    await this.keep(scan, judgement);
    this.shown = "";
    const { verdict, number, ticket, notListed, byNumber } = judgement;
    const kind = kindText(ticket?.kind, ticket?.seat);
    this.screen.showAnswer(
      { verdict, number, kind, first, reissuedAt: ticket?.reissuedAt, notListed, byNumber, offline: true },
      false,
    );
    this.screen.showQueue((await this.store.queue()).length);
  }

  /** Kept before it is shown: whoever is told to come in is never forgotten. */
  private async keep(scan: Scan, judgement: Judgement): Promise<void> {
    const letIn = judgement.verdict === "admitted";
    const bare = judgement.ticket ?? {
      number: judgement.number,
      version: 0,
      valid: true,
      kind: "",
      seat: "",
      initials: "",
      reference: "",
      insideSince: "",
      insideBy: "",
      reissuedAt: "",
      former: false,
    };
    const inside = letIn ? { ...bare, insideSince: scan.scanned_at, insideBy: this.known?.name ?? "" } : null;
    await this.store.decide({ ...scan, let_in: letIn }, inside);
  }

  /** Tells what waits, hears who is in, and on `whole` what tickets there are. */
  sync(whole: boolean): Promise<void> {
    return this.inTurn(async () => {
      if (!this.known) return;
      const { signal } = (this.background = new AbortController());
      try {
        await this.flush(PATIENCE, signal);
        await this.tell([], PATIENCE, signal);
        if (whole) await this.renewList(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof NoNetwork) this.screen.showNetwork(false);
        else await this.refused(error);
      }
      await this.endIfOver();
      this.screen.showQueue((await this.store.queue()).length);
    });
  }

  private async flush(milliseconds?: number, end?: AbortSignal): Promise<void> {
    for (let waiting = await this.store.queue(); waiting.length; waiting = await this.store.queue()) {
      const batch = waiting.slice(0, BATCH);
      await this.tell(batch, milliseconds, end);
      await this.store.heard(batch.map((one) => one.id));
      this.screen.showQueue(waiting.length - batch.length);
    }
  }

  private async tell(scans: Scan[], milliseconds?: number, end?: AbortSignal): Promise<Answer<"scans">> {
    const body = { now: new Date().toISOString(), scans };
    const answer = await ask("scans", this.known?.key ?? "", body, milliseconds, end);
    this.screen.showNetwork(true);
    this.screen.showCounts(answer.counts);
    this.screen.showTrouble(answer.trouble);
    await this.store.keep("counts", answer.counts);
    await this.store.keep("trouble", answer.trouble);
    return answer;
  }

  private async renewList(end: AbortSignal): Promise<void> {
    const list = await ask("list", this.known?.key ?? "", undefined, undefined, end);
    const { id, name, venue, begins, until } = list.event;
    const tickets = list.tickets.map(ticketOf);
    this.event = {
      id,
      name,
      venue,
      begins,
      until,
      publicKey: list.public_key,
      listedAt: list.now,
      mayUndo: list.device.may_undo,
      maySell: list.device.may_sell,
      mayAdmitByNumber: list.device.may_admit_by_number,
      number: tickets.filter((one) => !one.former).length,
    };
    await this.store.replaceTickets(this.event, tickets);
    this.screen.showEvent(this.event);
  }

  get mayAdmitByNumber(): boolean {
    return this.event?.mayAdmitByNumber === true;
  }

  get maySell(): boolean {
    return this.event?.maySell === true;
  }

  /** For what is sold: with this phone's key. Throws NoNetwork and Refused. */
  async ask<P extends Path>(path: P, body?: Body<P>): Promise<Answer<P>> {
    try {
      return await ask(path, this.known?.key ?? "", body);
    } catch (error) {
      if (error instanceof Refused && error.code === "DEVICE_UNKNOWN") await this.refused(error);
      throw error;
    }
  }

  async sold({ scans, counts, total }: Answer<"sales">): Promise<void> {
    for (const one of scans) await this.store.mark(one.number, one.at, one.by);
    await this.store.keep("counts", counts);
    this.shown = "";
    this.screen.showCounts(counts);
    this.screen.showSold(scans.length, total);
  }

  async search(text: string): Promise<void> {
    if (!this.known || !text.trim()) return;
    try {
      const answer = await ask("search", this.known.key, { text }, PATIENCE);
      this.screen.showFound(answer.tickets, searchNote(answer.tickets.length, true), answer.may_admit_by_number);
    } catch (error) {
      if (!(error instanceof NoNetwork)) return this.refused(error);
      const found = matching(await this.store.tickets(), text).map((one) => ({
        ...one,
        name: one.initials,
        inside_since: one.insideSince || null,
        inside_by: one.insideBy,
        reissued_at: one.reissuedAt || null,
      }));
      this.screen.showFound(found, searchNote(found.length, false), this.mayAdmitByNumber);
    }
  }

  async undo(): Promise<void> {
    try {
      const answer = await ask("undo", this.known?.key ?? "", { number: this.shown }, PATIENCE);
      await this.store.mark(this.shown, "", "");
      this.screen.showCounts(answer.counts);
      this.screen.tell("undone");
    } catch (error) {
      if (error instanceof Refused && error.code === "DEVICE_UNKNOWN") await this.refused(error);
      else this.screen.tell("undo_failed");
    }
  }

  /** Withdrawn, a phone forgets everything; over, the event's list. */
  private async refused(error: unknown): Promise<void> {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "DEVICE_UNKNOWN") {
      await this.store.forgetAll();
      this.known = this.event = undefined;
      this.screen.showPaired(undefined);
      this.screen.tellPairing("withdrawn");
    } else if (error.code === "ENTRANCE_OVER") {
      await this.forgetList();
    } else {
      this.screen.tell(error.code === "RATE_LIMITED" ? "too_many" : "unknown");
    }
  }

  private async endIfOver(): Promise<void> {
    if (this.event && new Date(this.event.until) <= new Date()) await this.forgetList();
  }

  private async forgetList(): Promise<void> {
    await this.store.forgetList();
    this.event = undefined;
    this.screen.showTrouble([]);
    this.screen.tellList("over");
  }

  private async showKnown(): Promise<void> {
    if (this.event) this.screen.showEvent(this.event);
    else this.screen.tellList("never_listed");
    this.screen.showCounts((await this.store.fact<Count[]>("counts")) ?? []);
    this.screen.showTrouble((await this.store.fact<Trouble[]>("trouble")) ?? []);
    this.screen.showQueue((await this.store.queue()).length);
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.turn.then(act);
    this.turn = done.catch((error: unknown) => console.error(error));
    return done;
  }
}
