/** Runs something later, once or again and again; both return how to stop it. */
export interface Timers {
  after: (ms: number, run: () => void) => () => void;
  every: (ms: number, run: () => void) => () => void;
}

export const browserTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};
