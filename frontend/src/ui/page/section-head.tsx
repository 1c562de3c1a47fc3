import type { ShopPath } from "@/lib/paths";
import { Lettering } from "@/ui/lettering";
import { Link } from "@/ui/link";

interface Props {
  title: string;
  to?: ShopPath;
  link?: string;
}

/** A section's heading with the way to all of it at the right edge. */
export function SectionHead({ title, to, link }: Props) {
  return (
    <div className="section-head">
      <h2 className="display text-4xl">
        <Lettering text={title} />
      </h2>
      {to && link && (
        <Link to={to} className="inline-flex min-h-11 items-center">
          {link}
        </Link>
      )}
    </div>
  );
}
