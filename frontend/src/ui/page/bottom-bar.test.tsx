import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BottomBar } from "@/ui/page/bottom-bar";

const watched = new Map<Element, () => void>();
class Observer {
  readonly changed: () => void;
  constructor(changed: () => void) {
    this.changed = changed;
  }
  observe(box: Element) {
    watched.set(box, this.changed);
  }
  disconnect() {
    watched.clear();
  }
}

beforeEach(() => vi.stubGlobal("ResizeObserver", Observer));
afterEach(() => vi.unstubAllGlobals());

const told = () => document.documentElement.style.getPropertyValue("--bottom-bar");

function bar(className = "buy") {
  const { container, unmount } = render(<BottomBar className={className}>Buy</BottomBar>);
  const box = container.firstElementChild as HTMLElement;
  box.style.position = "sticky";
  const becomes = (width: number, height: number) => {
    vi.spyOn(box, "offsetWidth", "get").mockReturnValue(width);
    vi.spyOn(box, "offsetHeight", "get").mockReturnValue(height);
    watched.get(box)?.();
  };
  return { box, becomes, unmount };
}

it("tells how tall it is, as it grows, until it leaves", () => {
  const { becomes, unmount } = bar();
  becomes(window.innerWidth, 80);
  expect(told()).toBe("80px");
  becomes(window.innerWidth, 300);
  expect(told()).toBe("300px");
  unmount();
  expect(told()).toBe("");
  expect(watched.size).toBe(0);
});

it("is in nobody's way hidden, or where it stands in the page", () => {
  const { box, becomes } = bar();
  becomes(0, 0);
  expect(told()).toBe("0px");
  becomes(window.innerWidth, 80);
  expect(told()).toBe("80px");
  box.style.position = "static";
  window.dispatchEvent(new Event("resize"));
  expect(told()).toBe("0px");
});
