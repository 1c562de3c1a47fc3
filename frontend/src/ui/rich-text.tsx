interface Props {
  html: string;
  className?: string;
}

/** Text that staff formatted; the server has cleaned it. */
export function RichText({ html, className = "" }: Props) {
  if (!html.trim()) return null;
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
