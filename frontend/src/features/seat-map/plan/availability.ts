import type { SeatPlan } from "./plan";

const VERSION_BYTES = 8;

/** Which seats can be bought, of one moment; says so only about a plan of its version. */
export class Availability {
  readonly version: string;
  readonly #bits: Uint8Array;

  constructor(version: string, bits: Uint8Array) {
    this.version = version;
    this.#bits = bits;
  }

  isFree(place: number): boolean {
    return (((this.#bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
  }
}

/** Throws when the answer cannot be about these seats; another version's is one, and the plan is to be fetched anew. */
export function decodeAvailability(buffer: ArrayBuffer, plan: Pick<SeatPlan, "version" | "count">): Availability {
  if (buffer.byteLength < VERSION_BYTES) throw new Error(`${buffer.byteLength} bytes about seats`);
  const version = Array.from(new Uint8Array(buffer, 0, VERSION_BYTES), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const bits = new Uint8Array(buffer, VERSION_BYTES);
  if (version === plan.version && bits.length !== Math.ceil(plan.count / 8))
    throw new Error(`${bits.length} bytes for ${plan.count} seats`);
  return new Availability(version, bits);
}
