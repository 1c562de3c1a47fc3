import { PLACING } from "@/features/checkout";
import {
  MERGE_ORDER,
  type MergeOrderMutation,
  type MergeOrderMutationVariables,
} from "@/generated/routes/checkout-merge/merge";
import { action } from "@/lib/sending/action";

type Merging = MergeOrderMutationVariables["input"];
type Merged = MergeOrderMutation["mergeOrder"]["order"];

/** Why it did not join, where that is said beside the fields (purchase §8). */
export const mergeOrder = action<Merging, Merged>({
  about: "merging",
  send: async ({ mutate }, input) => (await mutate(MERGE_ORDER, { input })).mergeOrder.order,
  refusals: {
    ...PLACING.refusals,
    CART_NOT_MERGEABLE: "MERGEORDER_FAILED",
    NO_MATCHING_DELIVERIES: "MERGEORDER_FAILED",
    ORDER_ADDRESS_MISSING: "LANG_MERGE_ERROR_ADDRESS",
    ORDER_NOT_FOUND: "MERGEORDER_NOTFOUND",
  },
  otherwise: PLACING.otherwise,
});
