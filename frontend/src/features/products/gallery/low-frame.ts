/** On upright phones it leaves room for the sizes, or for the field for a text, in the first view. */
export const LOW_FRAME = "max-md:portrait:aspect-auto max-md:portrait:h-[clamp(18rem,100svh-34rem,100vw)]";
/** Fits a picture into it: whole, and a picture over it as well. */
export const LOW_PICTURE = "max-md:portrait:object-contain max-md:portrait:object-center";
/** A picture as wide as its own ratio asks: nothing stands beside it but the page. */
export const WHOLE = "mx-auto h-full w-auto max-w-full object-contain";
