/** What the phone keeps: its key, the event's list until it is over, and scans that the shop has not heard of. */
import type { Ticket } from "./judging.ts";
import type { Answer, Body } from "./wire.ts";

export type Known = Answer<"pairing">;

export interface EventKept {
  id: number;
  name: string;
  venue: string;
  begins: string;
  until: string;
  publicKey: string;
  listedAt: string;
  mayUndo: boolean;
  maySell: boolean;
  mayAdmitByNumber: boolean;
  number: number;
}

/** A scan as it is told: `let_in` null asks. */
export type Scan = Required<Body<"scans">["scans"][number]>;
/** A scan as the shop answers it. */
export type Trouble = Answer<"scans">["trouble"][number];
export type Count = Answer<"scans">["counts"][number];

const NAME = "entrance";
const STORES = { tickets: "number", queue: "id", facts: undefined } as const;
type StoreName = keyof typeof STORES;

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });
}

export class Store {
  private readonly database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.database = database;
  }

  static async open(): Promise<Store> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES))
        request.result.createObjectStore(name, keyPath ? { keyPath } : {});
    };
    return new Store(await asked(request));
  }

  private rows(name: StoreName, mode: IDBTransactionMode = "readonly"): IDBObjectStore {
    return this.database.transaction(name, mode).objectStore(name);
  }

  async fact<T>(name: string): Promise<T | undefined> {
    return (await asked(this.rows("facts").get(name))) as T | undefined;
  }

  async keep(name: string, value: unknown): Promise<void> {
    const rows = this.rows("facts", "readwrite");
    rows.put(value, name);
    await finished(rows.transaction);
  }

  async ticket(number: string): Promise<Ticket | undefined> {
    return (await asked(this.rows("tickets").get(number))) as Ticket | undefined;
  }

  async tickets(): Promise<Ticket[]> {
    return (await asked(this.rows("tickets").getAll())) as Ticket[];
  }

  /** The new list in place of the old one, all or nothing. The shop has heard of all that waited before it is asked. */
  async replaceTickets(event: EventKept, tickets: Ticket[]): Promise<void> {
    const transaction = this.database.transaction(["tickets", "facts"], "readwrite");
    const rows = transaction.objectStore("tickets");
    rows.clear();
    for (const one of tickets) rows.put(one);
    transaction.objectStore("facts").put(event, "event");
    await finished(transaction);
  }

  /** A decision that is made without the shop, in one piece: the scan waits, and the ticket is marked. */
  async decide(scan: Scan, ticket: Ticket | null): Promise<void> {
    const transaction = this.database.transaction(["queue", "tickets"], "readwrite");
    transaction.objectStore("queue").put(scan);
    if (ticket) transaction.objectStore("tickets").put(ticket);
    await finished(transaction);
  }

  async mark(number: string, insideSince: string, insideBy: string): Promise<void> {
    const rows = this.rows("tickets", "readwrite");
    const ticket = (await asked(rows.get(number))) as Ticket | undefined;
    if (ticket) rows.put({ ...ticket, insideSince, insideBy });
    await finished(rows.transaction);
  }

  async queue(): Promise<Scan[]> {
    const scans = (await asked(this.rows("queue").getAll())) as Scan[];
    return scans.sort((one, other) => one.scanned_at.localeCompare(other.scanned_at));
  }

  async heard(ids: string[]): Promise<void> {
    const rows = this.rows("queue", "readwrite");
    for (const id of ids) rows.delete(id);
    await finished(rows.transaction);
  }

  /** The event is over: nobody's ticket stays. What the shop has not heard of stays until it has. */
  async forgetList(): Promise<void> {
    const transaction = this.database.transaction(["tickets", "facts"], "readwrite");
    transaction.objectStore("tickets").clear();
    transaction.objectStore("facts").delete("event");
    transaction.objectStore("facts").delete("trouble");
    await finished(transaction);
  }

  async forgetAll(): Promise<void> {
    const names = Object.keys(STORES);
    const transaction = this.database.transaction(names, "readwrite");
    for (const name of names) transaction.objectStore(name).clear();
    await finished(transaction);
  }
}
