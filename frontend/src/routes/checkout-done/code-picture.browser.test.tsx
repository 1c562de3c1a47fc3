import { expect, it, vi } from "vitest";
import { proves } from "@/testing/proves";
import { pictureOf, shareCode } from "./code-picture";

// Two dark modules on the diagonal, of two by two.
const SIZE = 2;
const PATH = "M0 0h1v1H0zM1 1h1v1H1z";

it("draws the code as a picture with sharp modules", async () => {
  const bitmap = await createImageBitmap(await pictureOf(SIZE, PATH));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  const middle = bitmap.width / SIZE;
  const at = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data[0];
  expect([at(1, 1), at(middle + 1, 1), at(1, middle + 1), at(middle + 1, middle + 1)]).toEqual([0, 255, 255, 0]);
});

it(
  "saves the picture where the browser shares no files",
  proves("purchase §4", "a transfer's code can be given to the bank's app on the same phone, as a picture"),
  async () => {
    const saved = vi.spyOn(URL, "createObjectURL");
    await shareCode(SIZE, PATH);
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ type: "image/png" });
  },
);
