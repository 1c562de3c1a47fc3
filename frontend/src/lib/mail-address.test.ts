import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isMailAddress } from "@/lib/mail-address";

const EXAMPLES = JSON.parse(readFileSync("../tests/mail_addresses.json", "utf8")) as {
  address: string;
  mail: boolean;
}[];

describe("mail addresses, as the server reads them", () => {
  it.each(EXAMPLES)("$address: $mail", ({ address, mail }) => {
    expect(isMailAddress(address)).toBe(mail);
  });
});
