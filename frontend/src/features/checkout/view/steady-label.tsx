interface Props {
  label: string;
  other: string;
  showOther: boolean;
}

/** One of two underlined labels, as wide as the longer one, so that nothing moves when they change. */
export function SteadyLabel({ label, other, showOther }: Props) {
  return (
    // Underlined here: the line of what is around it would end at a grid.
    <span className="inline-grid justify-items-center underline hover:no-underline">
      <span className={`col-start-1 row-start-1 ${showOther ? "invisible" : ""}`}>{label}</span>
      <span className={`col-start-1 row-start-1 ${showOther ? "" : "invisible"}`}>{other}</span>
    </span>
  );
}
