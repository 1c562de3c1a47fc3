import { focusClasses } from "./picture-focus";
import { type ByWidth, sizesOf } from "./picture-sizes";

export interface PictureData {
  alt: string;
  width: number;
  height: number;
  colour: string;
  focusX: number;
  focusY: number;
  url: string;
  srcsetAvif: string;
  srcsetWebp: string;
  thumbnailAt500: string;
}

const NARROW = "(width < 52rem)";

interface Props {
  image: PictureData;
  /** what phones show instead of a wide picture, whose sides they would cut off */
  narrow?: PictureData | null | undefined;
  /** how wide its frame is */
  sizes: ByWidth<string>;
  /** its frame's width to its height, if it covers that whatever its own is */
  ratio?: number | ByWidth<number> | undefined;
  /** how wide it is taken to be at most where pixels are finer than CSS's */
  finest?: number | undefined;
  /** the page's main picture: loaded first and not lazily */
  priority?: boolean;
  className?: string;
  alt?: string;
}

/** Fills its frame; the frame sets the ratio, the picture's own colour waits behind it. */
export function Picture({
  image,
  narrow,
  sizes,
  ratio,
  finest,
  priority = false,
  className = "size-full object-cover",
  alt,
}: Props) {
  const frames = typeof ratio === "number" ? { base: ratio } : ratio;
  const own = sizesOf(image, sizes, frames, finest);
  const narrows = narrow ? sizesOf(narrow, sizes, frames) : "";
  return (
    <picture className="contents">
      {narrow && (
        <>
          {narrow.srcsetAvif && <source media={NARROW} type="image/avif" srcSet={narrow.srcsetAvif} sizes={narrows} />}
          {narrow.srcsetWebp && <source media={NARROW} type="image/webp" srcSet={narrow.srcsetWebp} sizes={narrows} />}
          <source media={NARROW} srcSet={narrow.thumbnailAt500 || narrow.url} />
        </>
      )}
      {image.srcsetAvif && <source type="image/avif" srcSet={image.srcsetAvif} sizes={own} />}
      {image.srcsetWebp && <source type="image/webp" srcSet={image.srcsetWebp} sizes={own} />}
      <img
        src={image.thumbnailAt500 || image.url}
        alt={alt ?? image.alt}
        width={image.width}
        height={image.height}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding={priority ? "sync" : "async"}
        // By script: the page's policy allows no style in markup.
        ref={(img) => {
          if (img) img.style.backgroundColor = image.colour;
        }}
        className={`${className} ${focusClasses(image, narrow)}`}
      />
    </picture>
  );
}
