interface Props {
  label: string;
  other: string;
  showOther: boolean;
}

/** One of two labels, as wide as the longer one, so that nothing moves when they change. */
export function SteadyLabel({ label, other, showOther }: Props) {
  return (
    <span className="inline-grid justify-items-center">
      <span className={`col-start-1 row-start-1 ${showOther ? "invisible" : ""}`}>{label}</span>
      <span className={`col-start-1 row-start-1 ${showOther ? "" : "invisible"}`}>{other}</span>
    </span>
  );
}
