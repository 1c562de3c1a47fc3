import type { ReactNode, Ref } from "react";

interface Props {
  ref?: Ref<HTMLDivElement>;
  kind?: "info" | "trouble";
  children: ReactNode;
}

/** A message that concerns the whole step; trouble is read out at once. */
export function NoticeBox({ ref, kind = "info", children }: Props) {
  const look = kind === "trouble" ? "border-danger text-danger" : "border-line";
  return (
    <div
      ref={ref}
      role={kind === "trouble" ? "alert" : "status"}
      className={`my-6 scroll-mt-24 scroll-mb-32 rounded-card border-2 bg-raised px-5 py-4 font-[550] ${look}`}
    >
      {children}
    </div>
  );
}
