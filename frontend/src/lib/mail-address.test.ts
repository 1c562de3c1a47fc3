import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isMailAddress, isNewsletterAddress } from "@/lib/mail-address";

const EXAMPLES = JSON.parse(readFileSync("../tests/mail_addresses.json", "utf8")) as { address: string; mail: boolean; newsletter: boolean }[];

describe("mail addresses, as the server reads them", () => {
  it.each(EXAMPLES)("$address: $mail, for the newsletter $newsletter", ({ address, mail, newsletter }) => {
    expect([isMailAddress(address), isNewsletterAddress(address)]).toEqual([mail, newsletter]);
  });
});
