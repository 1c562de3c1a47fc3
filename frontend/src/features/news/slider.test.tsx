import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NewsSlider } from "@/features/news";
import type { NewsItem } from "@/generated/features/news/item";
import { proves } from "@/testing/proves";
import { renderPage } from "@/testing/render";

const news = ["1", "2"].map((id) => ({ id, title: id, text: "", url: "", image: null })) as unknown as NewsItem[];
const PAUSE_MS = 7500;
const moved = vi.fn();
const goesOn = (milliseconds: number) => {
  moved.mockReset();
  vi.advanceTimersByTime(milliseconds);
  return moved.mock.calls.length > 0;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  Element.prototype.scrollTo = moved;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it(
  "stands seven and a half seconds, and where somebody looks closer",
  proves(
    "catalogue §2, §9",
    "the main home page: slider with a stop button, standing 7.5 s and only where nobody looks closer; four hot news, further ones in blocks of two, featured tours with the way to all dates, featured categories",
  ),
  async () => {
    const { getByRole } = await renderPage(<NewsSlider items={news} />);
    const slider = getByRole("group").parentElement as HTMLElement;
    expect(goesOn(PAUSE_MS - 100)).toBe(false);
    expect(goesOn(200)).toBe(true);
    fireEvent.pointerEnter(slider);
    expect(goesOn(60_000)).toBe(false);
    fireEvent.pointerLeave(slider); // its time begins anew
    expect(goesOn(PAUSE_MS - 100)).toBe(false);
    expect(goesOn(200)).toBe(true);
    const pause = getByRole("button", { name: "Anhalten" });
    fireEvent.focus(pause);
    expect(goesOn(60_000)).toBe(false);
    fireEvent.click(pause);
    fireEvent.blur(pause);
    expect(goesOn(60_000)).toBe(false);
    fireEvent.click(getByRole("button", { name: "Weiterlaufen lassen" }));
    expect(goesOn(PAUSE_MS + 100)).toBe(true);
  },
);
