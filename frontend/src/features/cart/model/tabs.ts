const MESSAGE = "cart_update";
/** How long a message lies where there is no channel. */
const FALLBACK_MS = 500;
const messageKey = (shopSlug: string): string => `shop:${shopSlug}:cart_update`;

/** Tells the shop's other tabs that the cart changed (message cart_update), and hears them. */
export function openCartChannel(shopSlug: string, onUpdate: () => void): { announce: () => void; close: () => void } {
  if (typeof BroadcastChannel === "undefined") return openStorageChannel(shopSlug, onUpdate);
  const channel = new BroadcastChannel(`shop:${shopSlug}`);
  channel.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === MESSAGE) onUpdate();
  };
  return { announce: () => channel.postMessage(MESSAGE), close: () => channel.close() };
}

/** Browsers without channels tell each other by what is written into the storage; each message is taken away again. */
function openStorageChannel(shopSlug: string, onUpdate: () => void): { announce: () => void; close: () => void } {
  const hear = (event: StorageEvent) => {
    if (event.key === messageKey(shopSlug) && event.newValue !== null) onUpdate();
  };
  window.addEventListener("storage", hear);
  return {
    announce: () => {
      try {
        localStorage.setItem(messageKey(shopSlug), String(Date.now()));
        setTimeout(() => localStorage.removeItem(messageKey(shopSlug)), FALLBACK_MS);
      } catch {
        // Without storage each tab stands by itself.
      }
    },
    close: () => window.removeEventListener("storage", hear),
  };
}
