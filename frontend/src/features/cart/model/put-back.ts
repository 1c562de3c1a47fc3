import type { AddRequest } from "@/features/cart/model/add-request";
import { requestAgain } from "@/features/cart/model/again";
import type { LostTree } from "@/features/cart/model/kept";
import { errorCode, errorExtensions, errorText, leftOf } from "@/lib/texts/error-texts";

export type Add = (requests: readonly AddRequest[]) => Promise<unknown>;

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

/** Takes trees from what is left, or has `rest` in the place of each. */
type Settle = (trees: readonly LostTree[], rest?: (tree: LostTree) => LostTree) => void;

/** Adds a group's trees as far as they can be had, and settles each as soon as it is known what became of it. */
async function addGroup(trees: readonly LostTree[], add: Add, settle: Settle): Promise<void> {
  const cause = await refusalOf(add(requestsOf(trees)));
  if (cause === null) {
    settle(trees);
    return;
  }
  const taken = new Set(errorExtensions(cause)["seatIds"] as string[] | undefined);
  const gone = trees.filter(({ line }) => line.seatId && taken.has(line.seatId));
  if (gone.length > 0 && gone.length < trees.length) {
    settle(gone, (tree) => refused(tree, cause));
    const rest = trees.filter((tree) => !gone.includes(tree));
    return addGroup(rest, add, settle);
  }
  const [only, ...others] = trees;
  if (!only) return;
  if (others.length > 0) {
    await addGroup([only], add, settle);
    // Seats beside each other are refused for the same reason: each is asked for once.
    return addGroup(others, add, settle);
  }
  const left = leftOf(cause);
  const { line } = only;
  if (left === null || left >= line.amount || line.bundleId) {
    settle(trees, (tree) => refused(tree, cause));
    return;
  }
  const again = await refusalOf(add(requestsOf([{ ...only, line: { ...line, amount: left } }])));
  if (again !== null) {
    settle(trees, (tree) => refused(tree, again));
    return;
  }
  const refusal = { key: "LANG_CART_LOST_FEWER", values: {} } as const;
  settle(trees, (tree) => ({ ...tree, line: { ...line, amount: line.amount - left }, refusal }));
}

/**
 * Puts what was lost back into the cart, as far as it can be had. `keep` is told after each answer what is left: what
 * could not be had with its reason, and what was not asked for yet. Rejects where a call had no answer.
 */
export async function putBack(
  lost: readonly LostTree[],
  add: Add,
  keep: (left: readonly LostTree[]) => void,
): Promise<void> {
  let left = lost;
  const settle: Settle = (trees, rest) => {
    left = left.flatMap((tree) => {
      if (!trees.includes(tree)) return [tree];
      return rest ? [rest(tree)] : [];
    });
    keep(left);
  };
  const trees = lost.filter(canComeBack);
  if (trees.length === 0) return;
  if ((await refusalOf(add(requestsOf(trees)))) === null) {
    settle(trees);
    return;
  }
  for (const group of groupsOf(trees)) await addGroup(group, add, settle);
}
