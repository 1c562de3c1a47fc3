export interface PictureData {
  alt: string;
  width: number;
  height: number;
  colour: string;
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
  /** phones: two thirds of the width, which gives the large ones 2 pixels per CSS pixel */
  sizes: string;
  /** the page's main picture: loaded first and not lazily */
  priority?: boolean;
  className?: string;
  alt?: string;
}

/** Fills its frame; the frame sets the ratio, the picture's own colour waits behind it. */
export function Picture({ image, narrow, sizes, priority = false, className = "size-full object-cover", alt }: Props) {
  return (
    <picture className="contents">
      {narrow && (
        <>
          {narrow.srcsetAvif && <source media={NARROW} type="image/avif" srcSet={narrow.srcsetAvif} sizes={sizes} />}
          {narrow.srcsetWebp && <source media={NARROW} type="image/webp" srcSet={narrow.srcsetWebp} sizes={sizes} />}
          <source media={NARROW} srcSet={narrow.thumbnailAt500 || narrow.url} />
        </>
      )}
      {image.srcsetAvif && <source type="image/avif" srcSet={image.srcsetAvif} sizes={sizes} />}
      {image.srcsetWebp && <source type="image/webp" srcSet={image.srcsetWebp} sizes={sizes} />}
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
        className={className}
      />
    </picture>
  );
}
