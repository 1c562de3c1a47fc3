import { useState } from "react";
import { fireEvent } from "@testing-library/react";
import { expect, it } from "vitest";
import { BottomBar } from "@/ui/page/bottom-bar";
import { BottomBox } from "@/ui/page/bottom-notice";
import { renderPage } from "@/testing/render";

function Page() {
  const [height, setHeight] = useState(0);
  return (
    <main>
      <button type="button" onClick={() => setHeight(height + 60)}>
        grow
      </button>
      <div data-testid="end" style={{ paddingBottom: "var(--shelf, 0px)" }} />
      {height > 0 && (
        <BottomBar className="">
          <div style={{ height }} />
        </BottomBar>
      )}
      <BottomBox notice="consent" data-testid="notice">
        <p>May we?</p>
      </BottomBox>
    </main>
  );
}

it("keeps room for a notice above a bar that comes and grows later", async () => {
  const { getByRole, getByTestId } = await renderPage(<Page />);
  const room = () => Math.round(parseFloat(getComputedStyle(getByTestId("end")).paddingBottom));
  const hidden = () => Math.round(window.innerHeight - getByTestId("notice").getBoundingClientRect().top);
  await expect.poll(room).toBe(hidden());
  for (let click = 0; click < 2; click += 1) {
    const before = hidden();
    fireEvent.click(getByRole("button", { name: "grow" }));
    await expect.poll(hidden).toBe(before + 60);
    expect(room()).toBe(hidden());
  }
});
