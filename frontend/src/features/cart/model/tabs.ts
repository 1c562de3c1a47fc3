/** Tells the shop's other tabs that the cart changed (message cart_update), and hears them. */
export function openCartChannel(shopSlug: string, onUpdate: () => void): { announce: () => void; close: () => void } {
  if (typeof BroadcastChannel === "undefined") return { announce: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`shop:${shopSlug}`);
  channel.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === "cart_update") onUpdate();
  };
  return { announce: () => channel.postMessage("cart_update"), close: () => channel.close() };
}
