import { afterEach, expect, it } from "vitest";
import { withPaymentCode } from "@/features/tickets/payment-code";
import { consumePaymentCode, forgetPaymentCode, recallPaymentCode } from "@/lib/payment-code";

afterEach(() => {
  forgetPaymentCode();
  window.history.replaceState(null, "", "/");
});

const arrive = (address: string) => {
  window.history.replaceState(null, "", address);
  consumePaymentCode();
};
const REQUESTS = [{ productVariantId: "1", amount: 2 }];
const PASS = { kulturpassUrl: "https://pass.example" };

it("takes the code out of the address and remembers it", () => {
  arrive("/events/berlin?paymentCode=%20PASS-1%20&lang=en#tickets");
  expect(window.location.href).toMatch(/\/events\/berlin\?lang=en#tickets$/);
  expect(recallPaymentCode()).toBe("PASS-1");
});

it("keeps the code when the next page brings none, or an empty one", () => {
  arrive("/?paymentCode=PASS-1");
  arrive("/");
  arrive("/?paymentCode=");
  expect(recallPaymentCode()).toBe("PASS-1");
});

it.each(["PASS-1", "0123", "12345678901234567890"])("reads what an older page kept as it is: %s", (code) => {
  sessionStorage.setItem("payment_code", code);
  expect(recallPaymentCode()).toBe(code);
});

it("sends the code with tickets of an event that takes the pass, until it is forgotten", () => {
  arrive("/?paymentCode=PASS-1");
  expect(withPaymentCode(PASS, REQUESTS)).toEqual([{ productVariantId: "1", amount: 2, paymentCode: "PASS-1" }]);
  expect(withPaymentCode({ kulturpassUrl: "" }, REQUESTS)).toEqual(REQUESTS);
  forgetPaymentCode();
  expect(withPaymentCode(PASS, REQUESTS)).toEqual(REQUESTS);
});
