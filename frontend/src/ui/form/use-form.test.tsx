import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import type { Refusal } from "@/lib/sending/refusal";
import { activateLocale, loadTexts } from "@/lib/texts/i18n";
import { said } from "@/testing/forms";
import { useForm } from "@/ui/form/use-form";

const START = { email: "", codes: ["1", "2"], legal: false };
const refused: Refusal = {
  code: "NO",
  text: "LANG_ERROR_BUSY",
  problems: [
    { field: "codes.0", text: "FORM_REFUND_ERROR_USED" },
    { field: "codes.1", text: "FORM_REFUND_ERROR_USED" },
  ],
};

beforeAll(async () => {
  await activateLocale("de");
  await loadTexts("aftersale");
});

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;

interface More {
  leavesPage?: boolean;
  marksOnBlur?: boolean;
  isShown?: (field: string, entered: typeof START) => boolean;
}

function open(answer: () => Promise<Refusal | null>, more: More = {}) {
  const send = vi.fn(answer);
  const { result } = renderHook(
    () =>
      useForm({
        start: START,
        check: ({ email }) => (email ? [] : [{ field: "email", text: "FORM_REFUND_ERROR_EMAIL" }]),
        send,
        ...more,
      }),
    { wrapper },
  );
  return { send, form: () => result.current };
}
const submit = (form: ReturnType<typeof open>["form"]) =>
  act(async () => {
    form().submit();
    await Promise.resolve();
  });

it("marks what is wrong once it is sent, and sends nothing then", async () => {
  const { send, form } = open(() => Promise.resolve(null));
  expect(form().problems).toEqual([]);
  await submit(form);
  expect([form().errorOf("email"), form().attempt, send.mock.calls.length]).toEqual([
    said("FORM_REFUND_ERROR_EMAIL"),
    1,
    0,
  ]);
  act(() => form().set("email", "mira"));
  expect(form().problems).toEqual([]);
});

it("marks a field that is left, if the form asks for that", () => {
  const { form } = open(() => Promise.resolve(null), { marksOnBlur: true });
  act(() => form().text("email").onBlur?.());
  expect([form().errorOf("email"), form().isMarked]).toEqual([said("FORM_REFUND_ERROR_EMAIL"), false]);
});

it("keeps the server's mark of each field until that field is changed", async () => {
  const { form } = open(() => Promise.resolve(refused));
  act(() => form().set("email", "mira"));
  await submit(form);
  expect(form().problems.map(({ field }) => field)).toEqual(["codes-0", "codes-1"]);
  act(() => form().set("codes.0", "3"));
  expect([form().problems.map(({ field }) => field), form().refusal?.text]).toEqual([["codes-1"], undefined]);
  expect(form().entered.codes).toEqual(["3", "2"]);
});

it("drops the server's mark of a field that is no longer shown", async () => {
  const { form } = open(() => Promise.resolve(refused), {
    isShown: (field, { legal }) => field !== "codes.1" || !legal,
  });
  act(() => form().set("email", "mira"));
  await submit(form);
  expect(form().problems.map(({ field }) => field)).toEqual(["codes-0", "codes-1"]);
  act(() => form().set("legal", true));
  expect(form().problems.map(({ field }) => field)).toEqual(["codes-0"]);
});

it.each([
  [false, 2],
  [true, 1],
])("sends once at a time; leaving for another page it stays busy: %s", async (leavesPage, calls) => {
  let answer: (refusal: null) => void = () => undefined;
  const { send, form } = open(() => new Promise((resolve) => (answer = resolve)), { leavesPage });
  act(() => form().set("email", "mira"));
  await submit(form);
  await submit(form);
  expect([send.mock.calls.length, form().isSending]).toEqual([1, true]);
  await act(async () => {
    answer(null);
    await Promise.resolve();
  });
  await submit(form);
  expect(send).toHaveBeenCalledTimes(calls);
});
