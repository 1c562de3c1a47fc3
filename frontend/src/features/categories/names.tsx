import { paths } from "@/lib/paths";
import { Link } from "@/ui/link";

interface Props {
  categories: readonly { id: string; slug: string; name: string; displayName: string }[];
  className: string;
}

/** Categories by their names alone: those without a picture. */
export function CategoryNames({ categories, className }: Props) {
  if (categories.length === 0) return null;
  return (
    <ul className={`flex flex-wrap gap-y-1 ${className}`}>
      {categories.map((category) => (
        <li key={category.id}>
          <Link
            to={paths.category(category.slug)}
            className="display inline-flex min-h-11 items-center text-3xl no-underline hover:underline"
          >
            {category.displayName || category.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
