/** In a summary: a plus while its details are closed, a minus once they are open (theme/parts.css). */
export function FoldSign() {
  return <span aria-hidden="true" className="fold-sign" />;
}
