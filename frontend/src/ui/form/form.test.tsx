import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import type { Refusal } from "@/lib/sending/refusal";
import { activateLocale, loadTexts } from "@/lib/texts/i18n";
import { field, fill, notice, said } from "@/testing/forms";
import { Form } from "@/ui/form/form";
import { CodeField } from "@/ui/form/fields";
import { useForm } from "@/ui/form/use-form";

const WRONG = "FORM_REFUND_ERROR_EMAIL";
const USED = "FORM_REFUND_ERROR_USED";

beforeAll(async () => {
  await activateLocale("de");
  await loadTexts("aftersale");
});

function CodeForm({ answer }: { answer: Refusal | null }) {
  const form = useForm({
    start: { code: "" },
    check: ({ code }) => (code ? [] : [{ field: "code", text: WRONG }]),
    send: () => Promise.resolve(answer),
  });
  return (
    <Form form={form}>
      <CodeField {...form.text("code")} label="Code" />
      <button type="submit">send</button>
    </Form>
  );
}

function open(answer: Refusal | null = null) {
  render(
    <I18nProvider i18n={i18n}>
      <CodeForm answer={answer} />
    </I18nProvider>,
  );
  return () => fireEvent.submit(field("code").form as HTMLFormElement);
}

it("announces what is wrong with the field that has the focus already", () => {
  const send = open();
  field("code").focus();
  send();
  expect(notice()).toBe(said(WRONG));
  fill("code", "1");
  expect(notice()).toBeNull();
});

it("leads to the wrong field, which is read out with its error", () => {
  const send = open();
  screen.getByText("send").focus();
  send();
  expect([document.activeElement, notice()]).toEqual([field("code"), null]);
});

it("announces what the server says of the field", async () => {
  const send = open({ code: "USED", problems: [{ field: "code", text: USED }] });
  field("code").focus();
  fill("code", "1");
  send();
  expect(await screen.findByRole("alert")).toHaveProperty("textContent", said(USED));
});
