// Every code that the server may answer to an action has words (purchase §8).
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { SHARED } from "@/lib/sending/refusal";
import { proves } from "@/testing/proves";

const ROOT = join(import.meta.dirname, "../../..");
const SOURCES = join(ROOT, "frontend/src");

const modules = import.meta.glob<Record<string, { refusals: object }>>("../{features,routes}/**/*.{ts,tsx}");

/** All actions that are declared: their names by file, and whether another file may import them. */
const DECLARED = Object.keys(modules).flatMap((path) =>
  Array.from(
    readFileSync(join(SOURCES, "testing", path), "utf8").matchAll(/^(export )?const (\w+) = action[<(]/gm),
    ([, exported, name = ""]) => ({ path, name, isExported: exported !== undefined }),
  ),
);

const ROOMS = globSync("{*,*/*}/errors.py", { cwd: ROOT, exclude: ["frontend", "launch", "shop/**"] }).map(dirname);

/** The codes of the classes in a module of errors. */
const codesOf = (room: string): string[] =>
  Array.from(
    readFileSync(join(ROOT, room, "errors.py"), "utf8").matchAll(/^ {4}code = "([A-Z_]+)"$/gm),
    ([, code]) => code ?? "",
  );

/** What no action is answered: queries, other programs, the server's own pages, the staff area. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  // The session's own calls, which no form sends (features/session).
  sessions_queue: ["ACTIVITY_UNKNOWN", "IN_QUEUE", "NOT_RESUMED", "SESSION_HERE"],
  // The staff area, and a query that no page sends.
  catalogue: ["CAPACITY_TOO_SMALL", "ONE_EVENT_AT_A_TIME"],
  checkout: [
    // the buttons of payment services
    "EXPRESS_NOT_AGREED",
    "EXPRESS_COUNTRY",
    "EXPRESS_ADDRESS_UNUSABLE",
    "PROVIDER_AWAY",
    // messages of providers, and the server's own page for the link in a mail
    "SIGNATURE_WRONG",
    "TOO_LARGE",
    "LINK_OUTDATED",
    // the staff area
    "ORDER_NOT_CANCELLABLE",
    "REFUND_TOO_LARGE",
    "REFUND_REFUSED",
    "REFUND_HANDLED",
    "REFUND_FILED",
    "NOTHING_TO_HOLD",
    "NOTHING_TO_TRANSFER",
    "TRANSFER_FILE_HANDLED",
    "DELIVERY_STEP_WRONG",
    "DELIVERY_NOT_SPLIT",
    "LINE_INVALIDATED",
    "ENTRY_NOT_REVERSIBLE",
    "ADDRESS_FIXED",
    "TAXED_OTHERWISE",
    "REFUND_NOT_ALLOWED",
    "LINE_NOT_SPLIT",
    "NOTHING_CHOSEN",
    "ORDER_CHANGED",
    "NOT_EXCHANGEABLE",
    "BANK_LINE_HANDLED",
    "ORDER_NOT_PAYABLE",
    "NO_HAND_BOOKING",
  ],
  // The server's own page for the link in a mail, and the staff area.
  "aftersale/refunds": ["LINK_OUTDATED", "NOT_BY_ITSELF", "OFFER_CHANGED", "REQUEST_DECIDED"],
  // A picture that the store or its limit refuses is marked by the rule for all other codes. The last is for staff.
  "aftersale/ticket_service": ["UPLOAD_REFUSED", "UPLOAD_TOO_LARGE", "CANNOT_BE_DONE"],
  // For programs that fill in what a person does not see: the general text is enough.
  "aftersale/forms": ["TRAPPED"],
  // The app at the door.
  "aftersale/entrance": [
    "DEVICE_UNKNOWN",
    "PAIRING_REFUSED",
    "ENTRANCE_OVER",
    "UNDO_NOT_ALLOWED",
    "SALE_NOT_ALLOWED",
    "NOT_INSIDE",
    "SCAN_NOT_YOURS",
  ],
  // The staff area.
  "aftersale/tickets": ["TICKET_ENDED"],
  "aftersale/fulfilment": ["TRACKING_LIST_REFUSED"],
  "aftersale/printed_tickets": ["PRINTED_LIST_REFUSED", "PRINTED_NUMBER_CHANGED", "NO_PRINTED_NUMBER_LEFT"],
  // The server's own page, and the staff area.
  "aftersale/withdrawals": ["TOO_MANY_WITHDRAWALS", "WITHDRAWAL_HANDLED"],
};

const known = new Set(Object.keys(SHARED));

beforeAll(async () => {
  for (const { path, name } of DECLARED) {
    const declared = (await modules[path]?.())?.[name];
    for (const code of Object.keys(declared?.refusals ?? {})) known.add(code);
  }
});

it("every action can be read here", () => {
  expect(DECLARED.length).toBeGreaterThan(15);
  expect(DECLARED.filter(({ isExported }) => !isExported)).toEqual([]);
});

it.each(ROOMS)(
  "%s: every code has words in an action, or is answered elsewhere",
  proves("purchase §8", "every refusal that an action of the pages can get has its own words"),
  (room) => {
    const codes = codesOf(room);
    expect(codes).not.toEqual([]);
    expect(codes.filter((code) => !known.has(code)).toSorted()).toEqual([...(ELSEWHERE[room] ?? [])].toSorted());
  },
);
