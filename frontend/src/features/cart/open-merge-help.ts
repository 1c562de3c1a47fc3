/** How something joins an order that was placed before. */
export async function openMergeHelp(): Promise<void> {
  const [{ showDialog }, { mergeHelp }] = await Promise.all([import("@/ui/show-dialog"), import("./view/merge-help")]);
  await showDialog<null>((close) => mergeHelp(() => close(null)));
}
