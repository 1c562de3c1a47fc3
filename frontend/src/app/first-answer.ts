import type { ApolloClient } from "@apollo/client";
import { loadedModule } from "@/app/route-modules";
import type { Route } from "@/app/route-table";
import { noteAnswer } from "@/lib/wire/fresh-answers";
import type { PageData } from "@/lib/shop-data";

/** Puts the answer that the page carries where later questions look for it. */
export function keepAnswer(apollo: ApolloClient, route: Route, answer: PageData | null, openedAt: number): void {
  const query = loadedModule(route)?.query;
  if (!answer?.data || !query || answer.route !== route.name) return;
  noteAnswer(apollo, answer.operation, answer.variables, openedAt);
  apollo.writeQuery({ query, variables: answer.variables as never, data: answer.data });
}
