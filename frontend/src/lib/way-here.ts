/** How this document was come to: opened anew, reloaded, or returned to. */
export function wayHere(): NavigationTimingType {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming ? entry.type : "navigate";
}
