import { expect, it } from "vitest";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";
import { Footer } from "./footer";

const show = async (quiet: boolean) => {
  const meta = { siteDescription: "Der Laden", trackers: [], socials: [], homeLink: "https://band.example" };
  const { container, queryByRole, queryByText } = await renderPage(<Footer quiet={quiet} />, { meta });
  return {
    imprint: queryByRole("link", { name: "Impressum" }) !== null,
    jobs: queryByRole("link", { name: "Jobs" }) !== null,
    newsletter: queryByRole("link", { name: "Newsletter" }) !== null,
    away: container.querySelector("a[href^='https://']") !== null,
    description: queryByText("Der Laden") !== null,
  };
};

it(
  "leads away from the checkout to nothing but what the law wants",
  proves('look "Every screen"', "the checkout's footer has the legal pages and no way to jobs, newsletter or profiles"),
  async () => {
    const nothing = { jobs: false, newsletter: false, away: false, description: false };
    expect(await show(true)).toEqual({ imprint: true, ...nothing });
  },
);

it("leads everywhere else", async () => {
  expect(await show(false)).toEqual({ imprint: true, jobs: true, newsletter: true, away: true, description: true });
});
