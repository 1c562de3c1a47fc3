/** The settings of consent over the page; resolves once they are closed. */
export async function openConsentSettings(): Promise<void> {
  const [{ showDialog }, { consentSettings }] = await Promise.all([
    import("@/ui/dialog/show-dialog"),
    import("./settings"),
  ]);
  await showDialog<null>((close) => consentSettings(() => close(null)));
}
