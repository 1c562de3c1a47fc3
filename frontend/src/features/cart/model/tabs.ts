const MESSAGE = "cart_update";
/** How long a message lies where there is no channel. */
const FALLBACK_MS = 500;

/** Tells the shop's other tabs that the cart changed (message cart_update), and hears them. */
export function openCartChannel(shopSlug: string, onUpdate: () => void): { announce: () => void; close: () => void } {
  if (typeof BroadcastChannel === "undefined") return openStorageChannel(`shop:${shopSlug}:${MESSAGE}`, onUpdate);
  const channel = new BroadcastChannel(`shop:${shopSlug}`);
  channel.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === MESSAGE) onUpdate();
  };
  return { announce: () => channel.postMessage(MESSAGE), close: () => channel.close() };
}

/** Browsers without channels tell each other by what is written into the storage; each message is taken away again. */
function openStorageChannel(key: string, onUpdate: () => void): { announce: () => void; close: () => void } {
  const hear = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) onUpdate();
  };
  window.addEventListener("storage", hear);
  return {
    announce: () => {
      try {
        localStorage.setItem(key, String(Date.now()));
        setTimeout(() => localStorage.removeItem(key), FALLBACK_MS);
      } catch {
        // Without storage each tab stands by itself.
      }
    },
    close: () => window.removeEventListener("storage", hear),
  };
}
