import { decodeAvailability, type Availability } from "@/features/seat-map/plan/availability";
import type { CompactPlan } from "@/features/seat-map/plan/compact";
import type { SeatPlan } from "@/features/seat-map/plan/plan";
import { requestFile } from "@/lib/wire/fetch-layer";

/** Where an event's seats are read (`Event.seatMap`). */
export interface SeatSource {
  readonly version: string;
  readonly compactUrl: string;
  readonly availabilityUrl: string;
}

export interface Seats {
  readonly plan: SeatPlan;
  readonly free: Availability;
}

/** An open page may ask for a plan that was replaced meanwhile; each version has its own address. */
const addressOf = (source: SeatSource, version: string): string => source.compactUrl.replace(source.version, version);

async function loadPlan(url: string, signal?: AbortSignal): Promise<SeatPlan> {
  const [file, { decodePlan }] = await Promise.all([
    requestFile(url, signal).then((response): Promise<CompactPlan> => response.json()),
    import("@/features/seat-map/plan/compact"),
  ]);
  return decodePlan(file);
}

const loadBits = async (source: SeatSource, signal?: AbortSignal): Promise<ArrayBuffer> =>
  (await requestFile(source.availabilityUrl, signal)).arrayBuffer();

/** Plan and availability together; a plan that was replaced is loaded anew. */
export async function loadSeats(
  source: SeatSource,
  known: SeatPlan | null = null,
  signal?: AbortSignal,
): Promise<Seats> {
  const [first, bits] = await Promise.all([
    known ?? loadPlan(addressOf(source, source.version), signal),
    loadBits(source, signal),
  ]);
  const free = decodeAvailability(bits, first);
  if (free.version === first.version) return { plan: first, free };
  const plan = await loadPlan(addressOf(source, free.version), signal);
  return { plan, free: decodeAvailability(bits, plan) };
}
