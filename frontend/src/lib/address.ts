/** What the address says by this parameter, which leaves it; null where it says nothing. */
export function takeParameter(name: string): string | null {
  const url = new URL(window.location.href);
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  window.history.replaceState(window.history.state, "", url);
  return value;
}
