/** An address, or with `decodeURIComponent` a part of one, as it reads; as it is where it cannot be read. */
export function decoded(address: string, decode: (encoded: string) => string = decodeURI): string {
  try {
    return decode(address);
  } catch {
    return address;
  }
}
