const PATHS = {
  left: "M20 12H4m8-8-8 8 8 8",
  right: "M4 12h16m-8-8 8 8-8 8",
  up: "M12 20V4m-8 8 8-8 8 8",
  play: "M7 4v16l12-8z",
  pause: "M7 4v16M17 4v16",
};

/** Arrows and players' signs, drawn: the faces of text have none, and every system's look different. */
export const Sign = ({ name }: { name: keyof typeof PATHS }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    className={`inline size-[0.8em] stroke-current stroke-3 ${name === "play" ? "fill-current" : "fill-none"}`}
  >
    <path d={PATHS[name]} />
  </svg>
);
