import { COMPANION, WHEELCHAIR } from "@/features/seat-map/plan/plan";

const DRAWINGS: Readonly<Record<number, string>> = {
  [WHEELCHAIR]: "M6.3 3.1v5.8h4.4l1.8 4.3M6.3 6.2h4M4.7 8.1a3.4 3.4 0 1 0 5.4 4",
  [COMPANION]: "M3 12.8v-2.4a2.4 2.4 0 0 1 4.8 0v2.4m1 0v-2.4a2.4 2.4 0 0 1 4.5 0v2.4M5.4 4.6V5m5.6-.4V5",
};

/** Wheelchair and companion seats, as the map draws them. */
export function KindMark({ kind, className }: { kind: number; className: string }) {
  const drawing = DRAWINGS[kind];
  if (!drawing) return null;
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={className}>
      <path d={drawing} stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" fill="none" />
    </svg>
  );
}
