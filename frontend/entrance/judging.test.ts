// @vitest-environment node
import { generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { proves } from "../src/testing/proves.ts";
import { bytesOf, enteredNumber, signedIn } from "./codes.ts";
import { judge, matching, searchNote, type ReadBy, type Ticket } from "./judging.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const NUMBER = "2100000123452";
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = new Uint8Array(publicKey.export({ type: "spki", format: "der" }).subarray(-32));

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET.charAt(parseInt(five.padEnd(5, "0"), 2))).join("");
}

function codeOf({ event = 7, version = 1, number = NUMBER } = {}): string {
  const body = new DataView(new ArrayBuffer(19));
  body.setUint8(0, 1);
  body.setBigUint64(1, BigInt(number));
  body.setBigUint64(9, BigInt(event));
  body.setUint16(17, version);
  const said = new Uint8Array(body.buffer);
  return base32(new Uint8Array([...said, ...sign(null, said, privateKey)]));
}

const ticket = (changes: Partial<Ticket> = {}): Ticket => ({
  number: NUMBER,
  version: 1,
  valid: true,
  kind: "Parkett",
  seat: "",
  initials: "M. B.",
  reference: "B-7K2QX",
  insideSince: "",
  insideBy: "",
  reissuedAt: "",
  former: false,
  ...changes,
});
const event = { id: 7, publicKey: key, mayAdmitByNumber: false };
const trusted = { ...event, mayAdmitByNumber: true };
const verdict = async (said: string, known?: Ticket, at = event, readBy: ReadBy = "camera") =>
  (await judge(said, readBy, at, () => Promise.resolve(known))).verdict;

describe("a code", () => {
  it("says what the shop signed", async () => {
    expect(await signedIn(codeOf({ version: 3 }), key)).toEqual({ number: NUMBER, event: 7, version: 3 });
  });

  it("is none with another signature, length or alphabet", async () => {
    const code = codeOf();
    const changed = (code.startsWith("A") ? "B" : "A") + code.slice(1);
    for (const wrong of [changed, code.slice(0, -1), `${code}A`, code.toLowerCase(), "https://example.org", "", "🎫"]) {
      expect(await signedIn(wrong, key)).toBeNull();
    }
    expect(bytesOf("A0")).toBeNull();
  });

  it("is known by its check digit where it is typed", () => {
    expect(enteredNumber("2 100000 123452")).toBe(NUMBER);
    expect([enteredNumber("2100000123453"), enteredNumber("21"), enteredNumber("٢100000123452")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("without a network", () => {
  it("a ticket of the list lets somebody in, once", async () => {
    expect(await verdict(codeOf(), ticket())).toBe("admitted");
    expect(await verdict(codeOf(), ticket({ insideSince: "2026-11-24T19:32:00Z" }))).toBe("already");
  });

  it(
    "the same is judged as by the shop: a number from a camera lets nobody in, typed only on a device that may, and a former one never",
    proves(
      "design §4",
      "a gate believes a signed code, not a number: digits before a camera let nobody in, typed ones only on a device that may, marked; a former number and its code are dead, online and offline",
    ),
    async () => {
      const table = JSON.parse(readFileSync("../tests/entrance_verdicts.json", "utf8")) as Record<
        string,
        Record<string, string>
      >;
      const known: Record<string, Ticket | undefined> = {
        good: ticket(),
        inside: ticket({ insideSince: "2026-11-24T19:32:00Z" }),
        ended: ticket({ valid: false }),
        former: ticket({ valid: false, version: 2, former: true, reissuedAt: "2026-11-24T12:00:00Z" }),
        unknown: undefined,
      };
      for (const [state, expected] of Object.entries(table)) {
        const code = state === "unknown" ? `${codeOf().slice(0, -4)}AAAA` : codeOf();
        expect([state, await verdict(code, known[state])]).toEqual([state, expected.code]);
        expect([state, await verdict(code, known[state], trusted, "typed")]).toEqual([state, expected.code]);
        expect([state, await verdict(NUMBER, known[state], trusted, "camera")]).toEqual([state, expected.camera]);
        expect([state, await verdict(NUMBER, known[state], event, "typed")]).toEqual([state, expected.typed]);
        expect([state, await verdict(NUMBER, known[state], trusted, "typed")]).toEqual([state, expected.allowed]);
      }
    },
  );

  it("who is let in by a number is marked, and a former number's newer code is dead all the same", async () => {
    const find = (known: Ticket) => () => Promise.resolve(known);
    expect(await judge(NUMBER, "typed", trusted, find(ticket()))).toMatchObject({
      verdict: "admitted",
      byNumber: true,
    });
    expect((await judge(codeOf(), "typed", trusted, find(ticket()))).byNumber).toBeUndefined();
    expect(await verdict(codeOf({ version: 9 }), ticket({ former: true, valid: false, version: 3 }))).toBe("old_code");
  });

  it("what is not good is told", async () => {
    expect(await verdict(codeOf({ event: 8 }))).toBe("other_event");
    expect(await verdict(codeOf(), ticket({ version: 2 }))).toBe("old_code");
    expect(await verdict(codeOf(), ticket({ valid: false }))).toBe("ended");
    expect(await verdict(NUMBER, undefined, trusted, "typed")).toBe("unknown");
    expect(await verdict("nonsense")).toBe("unknown");
  });

  it("a signed ticket that was issued or issued anew since is good", async () => {
    expect(await judge(codeOf(), "camera", event, () => Promise.resolve(undefined))).toMatchObject({
      verdict: "admitted",
      notListed: true,
    });
    expect(await verdict(codeOf({ version: 2 }), ticket({ valid: false }))).toBe("admitted");
    expect(await verdict(codeOf({ version: 2 }), ticket({ insideSince: "2026-11-24T19:32:00Z" }))).toBe("already");
  });

  it("a search without a network says what it looks at, also where it found nothing", () => {
    expect([searchNote(2, false), searchNote(0, false)]).toEqual(["only_offline", "none_found_offline"]);
    expect([searchNote(2, true), searchNote(0, true)]).toEqual(["", "none_found"]);
  });

  it("tickets are found by number, order and first letters", () => {
    const other = ticket({ number: "9999999999994", initials: "K. K.", reference: "B-00001" });
    const found = (text: string) => matching([ticket(), other], text).map((one) => one.reference);
    expect(found("100000 1234")).toEqual(["B-7K2QX"]);
    expect(found("b-7k2qx")).toEqual(["B-7K2QX"]);
    const former = ticket({ former: true, valid: false });
    expect([...matching([former], NUMBER), ...matching([former], "b-7k2qx"), ...matching([former], "mb")]).toEqual([
      former,
    ]);
    expect(found("kk")).toEqual(["B-00001"]);
    expect([...found("123"), ...found("m"), ...found("")]).toEqual([]);
  });
});
