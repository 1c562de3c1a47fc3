/** Cookies that the shop's own script sets and reads; none of them names a visitor. */
export function readCookie(name: string): string | null {
  const start = `${name}=`;
  const found = document.cookie.split("; ").find((one) => one.startsWith(start));
  return found === undefined ? null : decodeURIComponent(found.slice(start.length));
}

export function writeCookie(name: string, value: string, days: number): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${days * 86_400}; samesite=lax${secure}`;
}
