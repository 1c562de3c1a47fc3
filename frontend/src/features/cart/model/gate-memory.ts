import { readCookie, writeCookie } from "@/lib/cookies";

const DAYS = 200;
const cookie = (shopSlug: string) => `${shopSlug}_discount_gate`;

/** Whether this visitor has answered the shop's question for a code, one way or the other. */
export const gateAnswered = (shopSlug: string): boolean => readCookie(cookie(shopSlug)) !== null;

export const answerGate = (shopSlug: string, answer: "entered" | "without"): void =>
  writeCookie(cookie(shopSlug), answer, DAYS);
