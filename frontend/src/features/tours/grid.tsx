import type { ComponentProps } from "react";
import { TourTile } from "./tile";

interface Props {
  tours: readonly ComponentProps<typeof TourTile>["tour"][];
  className?: string;
}

/** Tours beside each other. */
export const TourGrid = ({ tours, className = "" }: Props) => (
  <ul className={`grid gap-card sm:grid-cols-2 ${className}`}>
    {tours.map((tour) => (
      <li key={tour.id}>
        <TourTile tour={tour} />
      </li>
    ))}
  </ul>
);
