import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { LanguageSwitch } from "@/app/frame/language-switch";
import { CATALOGUES, catalogueOf } from "@/lib/texts/catalogues";
import { TEXT_GROUPS } from "@/lib/texts/text-groups";
import { languages, renderPage } from "@/testing/render";
import { serveRest } from "@/testing/rest";

const ESPERANTO = { code: "eo", name: "Esperanto" };

beforeAll(() => {
  for (const group of TEXT_GROUPS) {
    const english = CATALOGUES[catalogueOf(group, "en")];
    if (english) CATALOGUES[catalogueOf(group, ESPERANTO.code)] = english;
  }
  languages.push(ESPERANTO);
});

it("shows the language that was chosen last, in whatever order the answers come", async () => {
  const answers: ((response: Response) => void)[] = [];
  serveRest({ "GET ": () => new Promise<Response>((resolve) => answers.push(resolve)) });
  await renderPage(<LanguageSwitch />, { locale: "de" });
  fireEvent.click(screen.getByText("English"));
  fireEvent.click(screen.getByText("Esperanto"));
  await waitFor(() => expect(answers).toHaveLength(2));
  const [english, esperanto] = answers;
  await act(async () => {
    esperanto?.(Response.json({}));
    await new Promise((resolve) => setTimeout(resolve, 50));
    english?.(Response.json({}));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  expect(document.documentElement.lang).toBe("eo");
  expect(document.cookie).toBe("locale=eo");
});
