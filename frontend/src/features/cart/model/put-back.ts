import type { AddRequest } from "@/features/cart/model/add-request";
import { requestAgain } from "@/features/cart/model/again";
import type { LostTree } from "@/features/cart/model/kept";
import { errorCode, errorExtensions, errorText, leftOf } from "@/lib/texts/error-texts";

type Add = (requests: readonly AddRequest[]) => Promise<unknown>;

/** Refusals of now, not of what is asked for. */
const OF_NOW = new Set(["SESSION_ENDED", "RATE_LIMITED", "BUSY", "WORK_NEEDED", "ADDRESS_BUSY"]);

const isTyped = ({ line, parts }: LostTree) => [line, ...parts].some(({ personalised }) => personalised);

/** Whether it can be had again by a press: what was typed on it is not remembered, what was refused stays refused. */
export const canComeBack = (tree: LostTree): boolean => !tree.refusal && !isTyped(tree);

const refused = (tree: LostTree, cause: unknown): LostTree => {
  const code = errorCode(cause);
  if (code === "SEATS_NOT_AVAILABLE") return { ...tree, refusal: { key: "LANG_CART_LOST_SEAT", values: {} } };
  if (code === "SOLD_OUT" && leftOf(cause) === null)
    return { ...tree, refusal: { key: "LANG_ITEM_SOLDOUT", values: {} } };
  return { ...tree, refusal: errorText(cause) };
};

/** Seats of one variant are chosen in one request, else the second would be refused. */
function requestsOf(trees: readonly LostTree[]): AddRequest[] {
  const requests: AddRequest[] = [];
  const seated = new Map<string, AddRequest>();
  for (const { line, parts } of trees) {
    const request = requestAgain(line, parts);
    const first = request.seatIds && !request.bundleId ? seated.get(line.productVariantId) : undefined;
    if (first) {
      first.amount += request.amount;
      first.seatIds = [...(first.seatIds ?? []), ...(request.seatIds ?? [])];
    } else {
      requests.push(request);
      if (request.seatIds) seated.set(line.productVariantId, request);
    }
  }
  return requests;
}

/** Tickets of one event belong together, and come before what needs a ticket. */
function groupsOf(trees: readonly LostTree[]): LostTree[][] {
  const groups = new Map<string, LostTree[]>();
  const sorted = trees.toSorted((one, other) => Number(other.line.ticket) - Number(one.line.ticket));
  sorted.forEach((tree, at) => {
    const key = tree.line.ticket && !tree.line.bundleId ? tree.line.productSlug : `${at}`;
    groups.set(key, [...(groups.get(key) ?? []), tree]);
  });
  return [...groups.values()];
}

/** Rejects where nothing was said of what is asked for: then nothing is known to be gone. */
const refusalOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
    return null;
  } catch (cause) {
    const code = errorCode(cause);
    if (!code || OF_NOW.has(code)) throw cause;
    return cause;
  }
};

/** Adds a group's trees as far as they can be had. Returns the others, each with its reason. */
async function addGroup(trees: readonly LostTree[], add: Add): Promise<LostTree[]> {
  const cause = await refusalOf(add(requestsOf(trees)));
  if (cause === null) return [];
  const taken = new Set(errorExtensions(cause)["seatIds"] as string[] | undefined);
  const gone = trees.filter(({ line }) => line.seatId && taken.has(line.seatId));
  if (gone.length > 0 && gone.length < trees.length) {
    const rest = trees.filter((tree) => !gone.includes(tree));
    return [...gone.map((tree) => refused(tree, cause)), ...(await addGroup(rest, add))];
  }
  const [only, ...others] = trees;
  if (!only) return [];
  if (others.length > 0) {
    const alone = await addGroup([only], add);
    // Seats beside each other are refused for the same reason: each is asked for once.
    return [...alone, ...(await addGroup(others, add))];
  }
  const left = leftOf(cause);
  const { line } = only;
  if (left === null || left >= line.amount || line.bundleId) return [refused(only, cause)];
  const again = await refusalOf(add(requestsOf([{ ...only, line: { ...line, amount: left } }])));
  if (again !== null) return [refused(only, again)];
  const refusal = { key: "LANG_CART_LOST_FEWER", values: {} } as const;
  return [{ ...only, line: { ...line, amount: line.amount - left }, refusal }];
}

/** Puts what was lost back into the cart, as far as it can be had. Returns what could not be, each with its reason. */
export async function putBack(lost: readonly LostTree[], add: Add): Promise<LostTree[]> {
  const trees = lost.filter(canComeBack);
  const others = lost.filter((tree) => !canComeBack(tree));
  if (trees.length === 0 || (await refusalOf(add(requestsOf(trees)))) === null) return others;
  const groups = groupsOf(trees);
  const left: LostTree[] = [];
  for (const group of groups) left.push(...(await addGroup(group, add)));
  return [...left, ...others];
}
