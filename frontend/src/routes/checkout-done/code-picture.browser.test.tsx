import { afterEach, expect, it, vi } from "vitest";
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

/** Whether the picture was shared and saved, by a browser that answers so. */
async function handedOn(canShare: boolean, answer: () => Promise<void> = () => Promise.resolve()) {
  const share = vi.fn<typeof navigator.share>(answer);
  vi.stubGlobal("navigator", { canShare: () => canShare, share });
  const saved = vi.spyOn(URL, "createObjectURL");
  await shareCode(SIZE, PATH);
  const picture = expect.objectContaining({ type: "image/png" }) as Blob;
  for (const [told] of share.mock.calls) expect(told).toEqual({ files: [picture] });
  for (const [kept] of saved.mock.calls) expect(kept).toEqual(picture);
  return { shared: share.mock.calls.length, saved: saved.mock.calls.length };
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const PICTURE = proves(
  "purchase §4",
  "a transfer's code can be given to the bank's app on the same phone, as a picture",
);

it("shares the picture where the browser shares files", PICTURE, async () => {
  expect(await handedOn(true)).toEqual({ shared: 1, saved: 0 });
});

it("saves the picture where the browser shares no files", PICTURE, async () => {
  expect(await handedOn(false)).toEqual({ shared: 0, saved: 1 });
});

it.each([
  ["AbortError", 0],
  ["NotAllowedError", 1],
])("saves what could not be shared, unless the visitor chose no app: %s", async (name, saved) => {
  expect(await handedOn(true, () => Promise.reject(new DOMException("", name)))).toEqual({ shared: 1, saved });
});
