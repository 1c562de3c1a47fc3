// Body and answer of a REST call by its method and path, from the server's description of its API (openapi.yaml).
import type { paths } from "@/generated/rest";
import type { Method } from "@/lib/wire/fetch-layer";

type Described = {
  [Path in keyof paths as Path extends `/api/v2/shops/{slug}/${infer Rest}` ? Rest : never]: paths[Path];
};

/** Whether an address is one of a described path, piece by piece: `orders/${string}` is one of `orders/{secret}`. */
type Fits<Address extends string, Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? Address extends `${infer A}/${infer B}`
    ? IsPiece<A, First> extends true
      ? Fits<B, Rest>
      : false
    : false
  : Address extends `${string}/${string}`
    ? false
    : IsPiece<Address, Path>;
type IsPiece<A extends string, Piece extends string> = Piece extends `{${string}}`
  ? true
  : A extends Piece
    ? true
    : false;

type WithoutQuery<Address extends string> = Address extends `${infer Path}?${string}` ? Path : Address;
type Operations<Address extends string> = {
  [Path in keyof Described]: [Fits<WithoutQuery<Address>, Path>] extends [true] ? Described[Path] : never;
}[keyof Described];
type Operation<Address extends string, M extends Method> = NonNullable<
  Operations<Address>[Lowercase<M> & keyof Operations<Address>]
>;

/** The methods of an address, none where no path describes it. */
export type MethodOf<Address extends string> = {
  [M in Method]: [Operation<Address, M>] extends [never] ? never : M;
}[Method];

type Content<Message> = Message extends { content: { "application/json": infer Json } } ? Json : never;

/** The body of a call. */
export type Sent<Call> = Call extends { requestBody?: infer Request } ? Content<NonNullable<Request>> : never;
/** What a call is given after its path: its body, or nothing. */
export type Body<Address extends string, M extends Method> = [Sent<Operation<Address, M>>] extends [never]
  ? []
  : [body: Sent<Operation<Address, M>>];

/** The answer of a call that is carried out. */
export type Answered<Call> = Call extends { responses: infer Responses }
  ? Content<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;
/** As the server writes it; null where there is none. */
export type WireAnswer<Address extends string, M extends Method> = [Answered<Operation<Address, M>>] extends [never]
  ? null
  : Answered<Operation<Address, M>>;
/** In the frontend's writing. */
export type Answer<Address extends string, M extends Method> = Camel<WireAnswer<Address, M>>;

type CamelName<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelName<Rest>>}` : Name;
/** A JSON type whose names are in the frontend's writing, as `camelCase` makes its value. */
export type Camel<T> = T extends readonly (infer One)[]
  ? Camel<One>[]
  : T extends object
    ? { [Name in keyof T as CamelName<Name>]: Camel<T[Name]> }
    : T;
