import type { ComponentProps } from "react";
import { TextField } from "@/ui/field";

type Props = Omit<ComponentProps<typeof TextField>, "inputMode" | "autoComplete" | "placeholder" | "maxLength">;

/** For the number on a ticket: digits, with or without spaces. */
export const TicketNumberField = (props: Props) => (
  <TextField inputMode="numeric" autoComplete="off" placeholder="2 100000 123452" maxLength={40} {...props} />
);
