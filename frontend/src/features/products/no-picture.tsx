/** Stands in the frame of a product that has no picture yet: its name, set like a poster. */
export function NoPicture({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="display grid size-full place-items-center p-[8%] text-center text-2xl text-ink-soft"
    >
      {name}
    </span>
  );
}
