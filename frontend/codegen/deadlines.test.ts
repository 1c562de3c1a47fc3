import { expect, it } from "vitest";
import { DEADLINES, withDeadlines } from "./deadlines.ts";
import { readMessages } from "./messages.ts";

const PO = 'msgid ""\nmsgstr ""\n\nmsgid "A"\nmsgstr "about %refundAnswerDays% days, 19 % and 7 %"\n';

it("fills in the deadlines that the server keeps", async () => {
  expect(withDeadlines("%nameHours% h", { nameHours: 7 })).toBe("7 h");
  expect(await readMessages(PO, "en")).toEqual({ A: `about ${DEADLINES.refundAnswerDays} days, 19 % and 7 %` });
});

it("refuses a name that nobody keeps", () => {
  expect(() => withDeadlines("%noDays%", {})).toThrow("noDays");
});
