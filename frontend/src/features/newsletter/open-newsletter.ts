/** The form over the page; whether the visitor signed up. */
export async function openNewsletter(): Promise<boolean> {
  const [{ showDialog }, { newsletterDialog }] = await Promise.all([
    import("@/ui/dialog/show-dialog"),
    import("./form"),
  ]);
  return showDialog<boolean>((close) => newsletterDialog(close));
}
