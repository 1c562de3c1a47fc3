import type { ApolloClient } from "@apollo/client";
import { CREATESTRIPEPAYMENTINTENT } from "@/generated/features/checkout/api/express";
import { loadStripe } from "./stripe";

/** Has the buyer's wallet pay what was ordered; whether it did, as far as this browser knows (purchase §4). */
export async function authorize(apollo: ApolloClient, orderId: string): Promise<boolean> {
  const { data } = await apollo.mutate({
    mutation: CREATESTRIPEPAYMENTINTENT,
    variables: { input: { orderId } },
    fetchPolicy: "no-cache",
  });
  if (!data) return false;
  const { externalPaymentToken: secret, script } = data.createStripePaymentIntent;
  const stripe = await loadStripe(script);
  const first = await stripe.confirmCardPayment(secret, undefined, { handleActions: false });
  if (first.error !== undefined) return false;
  if (first.paymentIntent.status !== "requires_action") return true;
  // The bank asks once more (3-D Secure).
  const second = await stripe.confirmCardPayment(secret);
  return second.error === undefined;
}
