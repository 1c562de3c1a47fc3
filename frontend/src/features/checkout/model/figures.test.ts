import { expect, it } from "vitest";
import { formatRate, groupIban } from "@/features/checkout/model/figures";

it("groups an IBAN by four", () => {
  expect(groupIban("DE02120300000000202051")).toBe("DE02 1203 0000 0000 2020 51");
  expect(groupIban("AT61 1904 3002 3457 3201")).toBe("AT61 1904 3002 3457 3201");
  expect(groupIban("")).toBe("");
});

it("writes VAT rates", () => {
  expect(formatRate("19.00", "de")).toBe("19\u00a0%");
  expect(formatRate("7.5", "de")).toBe("7,5\u00a0%");
  expect(formatRate("7.5", "en")).toBe("7.5\u00a0%");
});
