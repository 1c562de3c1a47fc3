/** Calls back with each size of a box, the first one too, and of the window. Returns how to stop. */
export function watchSize(box: Element, measure: () => void): () => void {
  const observer = new ResizeObserver(measure);
  observer.observe(box);
  window.addEventListener("resize", measure);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", measure);
  };
}
