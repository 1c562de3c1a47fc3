import type { ApolloClient } from "@apollo/client";
import { loadedModule } from "@/app/route-modules";
import type { Route } from "@/app/route-table";
import { noteAnswer } from "@/lib/fresh-answers";
import type { PageData } from "@/lib/shop-data";

/** Puts the answer that the page carries where its route looks for it, so that the first render has it. */
export function keepAnswer(client: ApolloClient, route: Route, answer: PageData | null): void {
  const query = loadedModule(route)?.query;
  if (!answer?.data || !query || answer.route !== route.name) return;
  noteAnswer(client, answer.operation, answer.variables);
  client.writeQuery({ query, variables: answer.variables as never, data: answer.data });
}
