import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderPage } from "@/testing/render";
import { VideoLink } from "./video-link";

it("asks nothing of the video's site before one has agreed", async () => {
  await renderPage(
    <VideoLink video="dQw4w9WgXcQ" title="Live" className="">
      Ansehen
    </VideoLink>,
  );
  const link = screen.getByRole("link", { name: "Ansehen" });
  expect(link).toHaveProperty("href", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ");
  await userEvent.click(link);
  const play = await screen.findByRole("button", { name: "Abspielen" }, { timeout: 5000 });
  expect(document.querySelector("iframe")).toBeNull();
  await userEvent.click(play);
  expect(document.querySelector("iframe")?.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/);
  await userEvent.click(screen.getByRole("button", { name: "Schließen" }));
  await waitFor(() => expect(document.querySelector("iframe")).toBeNull());
});
