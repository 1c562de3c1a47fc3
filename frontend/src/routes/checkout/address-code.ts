import { encodeQR } from "qr";

/** Modules around a code that stay light, without which cameras do not find it. */
const QUIET = 4;

/** An address as a QR code for `QrCode`. */
export function codeOf(address: string): { size: number; path: string } {
  const rows = encodeQR(address, "raw", { border: QUIET });
  const dark = rows.flatMap((row, top) => row.flatMap((isDark, left) => (isDark ? `M${left} ${top}h1v1h-1z` : [])));
  return { size: rows.length, path: dark.join("") };
}
