import { reportTrouble } from "@/lib/error-reports";

/** Why a button of a payment service cannot be seen; reports keep an error's name, not its message. */
type Reason = "ScriptMissing" | "OptionsRefused" | "NoWallet" | "NotEligible" | "LoadError";

const told = new Set<string>();

/** Whoever runs the shop learns why a button is not there; once for a document. */
export function reportHidden(method: string, reason: Reason): void {
  if (told.has(method + reason)) return;
  told.add(method + reason);
  const error = new Error(`no button of ${method}`);
  error.name = reason;
  reportTrouble(error, method);
}
