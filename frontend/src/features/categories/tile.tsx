import { paths } from "@/lib/paths";
import { NoPicture } from "@/features/products";
import type { CategoryTile as Data } from "@/generated/features/categories/tile";
import { COVER, Link } from "@/ui/link";
import { Picture } from "@/ui/picture/picture";
import type { ByWidth } from "@/ui/picture/picture-sizes";

interface Props {
  category: Data;
  sizes: ByWidth<string>;
  wide?: boolean;
  priority?: boolean;
  heading?: "h2" | "h3";
}

export function CategoryTile({ category, sizes, wide = false, priority = false, heading: Heading = "h2" }: Props) {
  const name = category.displayName || category.name;
  return (
    <article className="card group relative">
      <div className={`frame ${wide ? "aspect-[4/3]" : "aspect-square"}`}>
        {category.squareImage ? (
          <Picture image={category.squareImage} sizes={sizes} ratio={wide ? 4 / 3 : 1} priority={priority} alt="" />
        ) : (
          <NoPicture name={name} />
        )}
      </div>
      <Heading className="display mt-3 text-2xl">
        <Link to={paths.category(category.slug)} className={COVER}>
          {name}
        </Link>
      </Heading>
      {category.subtitle && <p className="text-sm text-ink-soft">{category.subtitle}</p>}
    </article>
  );
}
