import type { ReactNode } from "react";

interface Props {
  kind?: "info" | "trouble";
  children: ReactNode;
}

/** A message that concerns the whole step; trouble is read out at once. */
export function NoticeBox({ kind = "info", children }: Props) {
  const look = kind === "trouble" ? "border-danger text-danger" : "border-line";
  return (
    <div
      role={kind === "trouble" ? "alert" : "status"}
      className={`my-6 rounded-card border-2 bg-raised px-5 py-4 font-[550] ${look}`}
    >
      {children}
    </div>
  );
}
