// Fields that several forms have, with what browsers and phones need to know about them.
import type { ComponentProps } from "react";
import { LONGEST_ADDRESS } from "@/lib/mail-address";
import { TextField } from "@/ui/field";

type Props = ComponentProps<typeof TextField>;

export const EmailField = (props: Props) => (
  <TextField
    type="email"
    autoComplete="email"
    inputMode="email"
    spellCheck={false}
    autoCapitalize="off"
    maxLength={LONGEST_ADDRESS}
    {...props}
  />
);

/** A number or code that is copied from a letter or a mail. */
export const CodeField = (props: Props) => (
  <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} {...props} />
);

/** The number on a ticket: digits, with or without spaces. */
export const TicketNumberField = (props: Props) => (
  <TextField inputMode="numeric" autoComplete="off" placeholder="2 100000 123452" maxLength={40} {...props} />
);
