import { useMemo, useRef, useState } from "react";
import { perform, serverOf, type Action, type Server } from "@/lib/sending/action";
import type { Refusal } from "@/lib/sending/refusal";
import { useShopPage } from "@/lib/shop-data";
import { useClient } from "@/lib/wire/client";

export interface Sending<In> {
  /** Null once it is done. While it is sent, calls join the first one. */
  send: (input: In) => Promise<Refusal | null>;
  isSending: boolean;
  /** of the last call */
  refusal: Refusal | null;
}

export function useServer(): Server {
  const client = useClient();
  const { restUrl, shopSlug } = useShopPage();
  return useMemo(() => serverOf(client, restUrl, shopSlug), [client, restUrl, shopSlug]);
}

export function useAction<In, Out>(
  action: Action<In, Out>,
  onDone?: (answer: Out) => void | Promise<void>,
): Sending<In> {
  const server = useServer();
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const sent = useRef<Promise<Refusal | null>>(undefined);

  const run = async (input: In): Promise<Refusal | null> => {
    setIsSending(true);
    setRefusal(null);
    const outcome = await perform(action, server, input).finally(() => {
      sent.current = undefined;
      setIsSending(false);
    });
    if ("refusal" in outcome) {
      setRefusal(outcome.refusal);
      return outcome.refusal;
    }
    await onDone?.(outcome.answer);
    return null;
  };
  return { send: (input) => (sent.current ??= run(input)), isSending, refusal };
}
