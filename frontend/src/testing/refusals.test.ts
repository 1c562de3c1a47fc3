// Every code that the server may answer to an action has words (purchase §8).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { enterCode } from "@/features/cart/api/discount";
import { enterPaymentCode } from "@/features/cart/api/payment-code";
import { sendCheckIn } from "@/features/after-sale/check-in/action";
import { requestRefund } from "@/features/after-sale/refund/action";
import { requestService, sendProof } from "@/features/after-sale/ticket-service/actions";
import { updateTicket } from "@/features/after-sale/trace/action";
import { askAgain, confirmPayment, nameTickets, payOrder } from "@/features/checkout/api/order-actions";
import { placeOrder } from "@/features/checkout/api/use-place-order";
import { proves } from "@/testing/proves";

const ROOT = join(import.meta.dirname, "../../..");

/** The codes of the classes in a module of errors. */
const codesOf = (room: string): string[] =>
  Array.from(
    readFileSync(join(ROOT, room, "errors.py"), "utf8").matchAll(/^ {4}code = "([A-Z_]+)"$/gm),
    ([, code]) => code ?? "",
  );

interface Sent {
  refusals: object;
}

/** `elsewhere`: answered by other doors only. */
const DOORS: readonly [room: string, actions: readonly Sent[], elsewhere: readonly string[]][] = [
  // The server's own page for the link in the mail, and the staff area.
  ["aftersale/refunds", [requestRefund], ["LINK_OUTDATED", "NOT_BY_ITSELF", "REQUEST_DECIDED"]],
  ["aftersale/contact_data", [updateTicket], []],
  ["aftersale/check_in", [sendCheckIn], []],
  // A picture that the store or its limit refuses is marked by the rule for all other codes. The last is for staff.
  ["aftersale/ticket_service", [requestService, sendProof], ["UPLOAD_REFUSED", "UPLOAD_TOO_LARGE", "CANNOT_BE_DONE"]],
  [
    "checkout",
    [placeOrder, payOrder, confirmPayment, askAgain, nameTickets],
    [
      // merging
      "CART_NOT_MERGEABLE",
      "NO_MATCHING_DELIVERIES",
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
  ],
  ["cart", [placeOrder, enterCode, enterPaymentCode], []],
];

it.each(DOORS)(
  "%s: every code has words, in an action or elsewhere",
  proves("purchase §8", "every refusal that an action of the pages can get has its own words"),
  (room, actions, elsewhere) => {
    const known = new Set(actions.flatMap(({ refusals }) => Object.keys(refusals)));
    const codes = codesOf(room);
    expect(codes.length).toBeGreaterThan(1);
    expect(codes.filter((code) => !known.has(code)).toSorted()).toEqual([...elsewhere].toSorted());
  },
);
