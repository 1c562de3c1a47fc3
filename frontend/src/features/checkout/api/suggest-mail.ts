/** The address that was probably meant. Nobody needs the providers' list before one is typed; without it there is no hint. */
export const suggestMail = (mail: string): Promise<string | null> =>
  import("@/features/checkout/model/mail-typo").then(
    ({ mailSuggestion }) => mailSuggestion(mail),
    () => null,
  );
