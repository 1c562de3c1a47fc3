import { useShop } from "@/lib/shop-data";

const CUTS = 11;

/** The same letter at the same place is always cut out in the same way; neighbours differ. */
const cutOf = (letter: string, place: number): number => ((letter.codePointAt(0) ?? 0) * 5 + place * 4) % CUTS;

/** A heading's words as the shop's theme sets them: plain, or cut out letter by letter. Read aloud, they are whole. */
export function Lettering({ text }: { text: string }) {
  if (useShop().meta.headingStyle !== "cuttings") return text;
  const words = text.split(" ");
  return (
    <span role="img" aria-label={text}>
      {words.map((word, at) => (
        <span key={at}>
          <span className="cut-word">
            {Array.from(word, (letter, place) => (
              <span key={place} className={`cut cut-${cutOf(letter, place + at * 3)}`}>
                {letter}
              </span>
            ))}
          </span>
          {at < words.length - 1 && " "}
        </span>
      ))}
    </span>
  );
}
