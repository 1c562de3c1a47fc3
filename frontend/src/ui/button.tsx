import type { ComponentProps } from "react";

export const BUTTON =
  "display inline-flex min-h-12 items-center justify-center gap-3 text-center rounded-control rule px-5 pt-1 pb-0.5 text-xl no-underline transition-colors select-none disabled:opacity-100 aria-disabled:cursor-not-allowed";
export const PRIMARY =
  "bg-accent text-on-accent border-accent hover:bg-accent-hover hover:text-on-accent-hover hover:border-accent-hover disabled:bg-surface disabled:text-ink-soft disabled:border-hairline";
export const ON_HERO = "border-on-hero bg-on-hero text-hero hover:bg-transparent hover:text-on-hero";
export const PLAIN =
  "bg-transparent text-ink hover:bg-ink hover:text-paper disabled:text-ink-soft disabled:border-hairline";

interface Props extends ComponentProps<"button"> {
  look?: "primary" | "plain";
}

export function Button({ look = "primary", className = "", type = "button", ...rest }: Props) {
  return <button type={type} className={`${BUTTON} ${look === "primary" ? PRIMARY : PLAIN} ${className}`} {...rest} />;
}
