const NAME = "qr-code.png";
/** How wide a module is drawn: sharp enough for any app, and small enough for any mail. */
const MODULE_PX = 12;

/** A code as a PNG picture. */
export function pictureOf(size: number, path: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = size * MODULE_PX;
  canvas.height = size * MODULE_PX;
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("no canvas"));
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(MODULE_PX, MODULE_PX);
  context.fillStyle = "black";
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** Hands the picture to another app, or saves it where that does not go. */
export async function shareCode(size: number, path: string): Promise<void> {
  const picture = await pictureOf(size, path);
  const files = [new File([picture], NAME, { type: picture.type })];
  if ("canShare" in navigator && navigator.canShare({ files })) {
    try {
      await navigator.share({ files });
      return;
    } catch (error) {
      // The visitor closed the choice of apps.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
