import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Link, Route, Routes } from "react-router";
import { renderPage } from "@/testing/render";
import { TroubleBoundary } from "./trouble-boundary";

function Broken(): never {
  throw new Error("broken");
}

it("says that a page is broken, and links lead on", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { getByText, findByText, queryByText } = await renderPage(
    <>
      <Link to="/whole">on</Link>
      <TroubleBoundary>
        <Routes>
          <Route path="/broken" element={<Broken />} />
          <Route path="/whole" element={<p>whole</p>} />
        </Routes>
      </TroubleBoundary>
    </>,
    { path: "/broken" },
  );
  expect(queryByText("whole")).toBeNull();
  expect(getByText("Seite neu laden")).toBeTruthy();
  await userEvent.click(getByText("on"));
  expect(await findByText("whole")).toBeTruthy();
});
