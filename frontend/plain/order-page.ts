import { keptCopy } from "@/lib/kept-tickets";

/** How long a network that hardly works, as among many phones at a door, may take to answer. */
const PATIENCE_MS = 5000;
const FAILED = 500;

/** Whether a request opens the page of this order: nothing else is the worker's. */
export function opensOrder({ method, mode, url }: Pick<Request, "method" | "mode" | "url">, address: string): boolean {
  const page = url.split(/[?#]/)[0] ?? "";
  return method === "GET" && mode === "navigate" && (page === address || page.startsWith(`${address}/`));
}

/** The shop's answer; the copy where the shop gives none in time, or fails. */
export async function orderPage(
  address: string,
  ask: () => Promise<Response>,
  patienceMs = PATIENCE_MS,
): Promise<Response> {
  const copy = await keptCopy(address);
  if (!copy) return ask();
  const late = new Promise<Response>((answer) => setTimeout(() => answer(copy), patienceMs));
  try {
    const answer = await Promise.race([ask(), late]);
    return answer.status < FAILED ? answer : copy;
  } catch {
    return copy;
  }
}
