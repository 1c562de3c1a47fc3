// A write to the server, declared once: how it is sent, what is kept of the answer, and what each refusal means.
import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { reportTrouble } from "@/lib/error-reports";
import { refusalOf, type Refusal, type Refusals } from "@/lib/sending/refusal";
import type { Client } from "@/lib/wire/client";
import { createRest } from "@/lib/wire/rest";

/** What an action may call. */
export interface Server {
  restUrl: string;
  shopSlug: string;
  rest: ReturnType<typeof createRest>;
  /** Rejects if the answer has no data. */
  mutate: <D, V extends OperationVariables>(mutation: TypedDocumentNode<D, V>, variables: V) => Promise<D>;
  /** Writes an answer where every page reads it. */
  keep: <D, V extends OperationVariables>(query: TypedDocumentNode<D, V>, variables: V, data: D) => Promise<void>;
}

export interface Action<In, Out> extends Refusals<In> {
  /** names the action in error reports */
  about: string;
  /** `input` is checked already; the wire's form is made here */
  send: (server: Server, input: In) => Promise<Out>;
  keep?: (server: Server, answer: Out) => Promise<void>;
  /** known refusals are reported as well */
  reportsAll?: boolean;
}

export const action = <In, Out>(declared: Action<In, Out>): Action<In, Out> => declared;

export function serverOf(client: Client, restUrl: string, shopSlug: string): Server {
  return {
    restUrl,
    shopSlug,
    rest: createRest(restUrl),
    mutate: async (mutation, variables) => {
      const apollo = await client.load();
      const { data } = await apollo.mutate({ mutation, variables, fetchPolicy: "no-cache" } as never);
      if (!data) throw new Error("no data in the answer");
      return data as never;
    },
    keep: async (query, variables, data) => {
      (await client.load()).writeQuery({ query, variables, data });
    },
  };
}

/** Sends it and keeps the answer. Rejects with the server's error. */
export async function run<In, Out>(declared: Action<In, Out>, server: Server, input: In): Promise<Out> {
  const answer = await declared.send(server, input);
  await declared.keep?.(server, answer);
  return answer;
}

export type Outcome<Out> = { answer: Out } | { refusal: Refusal };

/** Sends it. A refusal without a rule is reported. */
export async function perform<In, Out>(declared: Action<In, Out>, server: Server, input: In): Promise<Outcome<Out>> {
  try {
    return { answer: await run(declared, server, input) };
  } catch (error) {
    const refusal = refusalOf(declared, error, input);
    if (refusal.isUnknown || declared.reportsAll) reportTrouble(error, declared.about);
    return { refusal };
  }
}
