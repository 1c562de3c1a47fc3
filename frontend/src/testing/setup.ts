import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

afterEach(cleanup);

// How busy the machine is, is not a test's business.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 30_000 });

/** jsdom lays nothing out: no size ever changes by itself. */
globalThis.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

/** Nor does it scroll. Tests of the entrance run without a page. */
if ("Element" in globalThis) Element.prototype.scrollIntoView = () => undefined;

/** It knows dialogs, not their methods. */
if ("HTMLDialogElement" in globalThis) {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
}
