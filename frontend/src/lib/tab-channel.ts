/** How long a message lies where there is no channel. */
const FALLBACK_MS = 500;

export interface TabChannel<M> {
  post: (message: M) => void;
  close: () => void;
}

/** What the tabs of one shop tell each other under a name. No tab hears itself. */
export function openTabChannel<M>(shopSlug: string, name: string, hear: (message: M) => void): TabChannel<M> {
  const address = `shop:${shopSlug}:${name}`;
  if (typeof BroadcastChannel === "undefined") return openStorageChannel(address, hear);
  const channel = new BroadcastChannel(address);
  channel.onmessage = (event: MessageEvent<M>) => hear(event.data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Browsers without channels tell each other by what is written into the storage; each message is taken away again. */
function openStorageChannel<M>(address: string, hear: (message: M) => void): TabChannel<M> {
  const listen = (event: StorageEvent) => {
    if (event.key === address && event.newValue !== null) hear((JSON.parse(event.newValue) as { message: M }).message);
  };
  window.addEventListener("storage", listen);
  return {
    post: (message) => {
      try {
        // Only what differs from what lies there is told.
        localStorage.setItem(address, JSON.stringify({ message, mark: Math.random() }));
        setTimeout(() => localStorage.removeItem(address), FALLBACK_MS);
      } catch {
        // Without storage each tab stands by itself.
      }
    },
    close: () => window.removeEventListener("storage", listen),
  };
}
