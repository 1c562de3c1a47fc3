/** What GraphQL and REST both answer: without the names of GraphQL's types. */
export type Plain<T> = T extends readonly (infer One)[]
  ? readonly Plain<One>[]
  : T extends object
    ? { [Name in Exclude<keyof T, "__typename">]: Plain<T[Name]> }
    : T;
