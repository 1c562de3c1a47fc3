/** Work shorter than this shows no notice. */
export const QUIET_MS = 400;
