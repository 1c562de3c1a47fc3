interface Seated {
  readonly displayMap: boolean;
  readonly seatMap: object | null;
  readonly meta: { readonly hideMap: boolean };
}

/** Whether an event's seats are chosen on the map or in the list; otherwise each buyer gets the best one. */
export const showsSeatMap = ({ displayMap, seatMap, meta }: Seated): boolean =>
  displayMap && !meta.hideMap && seatMap !== null;
