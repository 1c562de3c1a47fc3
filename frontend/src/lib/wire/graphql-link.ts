import { ApolloLink, Observable } from "@apollo/client";
import { OperationTypeNode, print } from "graphql";
import { HttpError, requestJson } from "@/lib/wire/fetch-layer";
import { noteAnswer } from "@/lib/wire/fresh-answers";
import { persistedHash } from "@/lib/wire/graphql-document";
import { stableJson } from "@/lib/wire/stable-json";

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

const unknownHash = (answer: Answer): boolean =>
  answer.errors?.some(
    (e) => e.message === "PersistedQueryNotFound" || e.extensions?.code === "PERSISTED_QUERY_NOT_FOUND",
  ) ?? false;

export interface GraphqlQuestion {
  operationName: string;
  hash: string | undefined;
  variables: Record<string, unknown>;
  mutation: boolean;
  text: () => string;
}

/** Queries are persisted GETs, mutations persisted POSTs; only a server that does not know the hash gets the text. */
export async function askGraphql(url: string, question: GraphqlQuestion, signal?: AbortSignal): Promise<Answer> {
  const { operationName, hash, variables, mutation } = question;
  const rest = signal ? { signal } : {};
  const extensions = { persistedQuery: { sha256Hash: hash, version: 1 } };
  const asText = () =>
    requestJson(url, { method: "POST", body: { operationName, query: question.text(), variables }, ...rest });
  if (!hash) return (await asText()) as Answer;
  let answer: Answer;
  if (mutation) {
    answer = (await requestJson(url, {
      method: "POST",
      body: { operationName, extensions, variables },
      ...rest,
    })) as Answer;
  } else {
    const search = new URLSearchParams({
      extensions: stableJson(extensions),
      operationName,
      variables: stableJson(variables),
    });
    answer = (await requestJson(`${url}?${search.toString()}`, rest)) as Answer;
  }
  return unknownHash(answer) ? ((await asText()) as Answer) : answer;
}

export const graphqlLink = (url: string): ApolloLink =>
  new ApolloLink((operation) => {
    return new Observable((observer) => {
      const abort = new AbortController();
      const mutation = operation.operationType === OperationTypeNode.MUTATION;
      const variables = Object.fromEntries(Object.entries(operation.variables).filter(([, v]) => v !== undefined));
      askGraphql(
        url,
        {
          operationName: operation.operationName ?? "",
          hash: persistedHash(operation.operationName),
          variables,
          mutation,
          text: () => print(operation.query),
        },
        abort.signal,
      ).then(
        (answer) => {
          if (answer.data === undefined && !answer.errors) {
            observer.error(new HttpError(500));
            return;
          }
          if (!mutation && answer.data && !answer.errors)
            noteAnswer(operation.client, operation.operationName ?? "", variables);
          observer.next(answer as ApolloLink.Result);
          observer.complete();
        },
        (error: unknown) => observer.error(error),
      );
      return () => abort.abort();
    });
  });
