// Scripts of payment services: only the checkout's documents may load them, and only where a button of theirs can stand.

const loading = new Map<string, Promise<void>>();

/** Loads a script once for a document; asked again after a failure, it tries again. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const script = document.createElement("script");
  script.src = url;
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      loading.delete(url);
      script.remove();
      reject(new Error(`no script: ${new URL(url).host}`));
    });
  });
  loading.set(url, loaded);
  document.head.append(script);
  document.addEventListener("click", leaveByDocument, true);
  return loaded;
}

/** What a payment service has put in this document does not go along to the pages of the shop. */
function leaveByDocument(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]:not([aria-haspopup])");
  const inCheckout = /\/checkout(\/|$)/;
  if (
    link &&
    link.origin === window.location.origin &&
    inCheckout.test(window.location.pathname) &&
    !inCheckout.test(link.pathname)
  ) {
    event.stopPropagation();
  }
}
