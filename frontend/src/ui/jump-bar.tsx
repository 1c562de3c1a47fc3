interface Props {
  label: string;
  targets: readonly { id: string; label: string }[];
}

/** Tabs of a long page: links to its parts, which work without script and can be shared. */
export function JumpBar({ label, targets }: Props) {
  return (
    <nav aria-label={label} className="rule-b">
      <ul className="shell flex gap-1 md:[&>:first-child]:-ml-4">
        {targets.map(({ id, label: text }) => (
          <li key={id} className="grow md:grow-0">
            <a href={`#${id}`} className="display flex min-h-12 items-center justify-center px-4 pt-1 text-xl no-underline hover:bg-ink hover:text-paper">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
