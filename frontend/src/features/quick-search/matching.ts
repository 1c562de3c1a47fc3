import { FUZZY_THRESHOLD, MIN_CHARACTERS, MOST_CORRECTED, MOST_SUGGESTIONS, SHORTEST_GUESSED } from "./limits";
import { fold, splitFold } from "./words";

interface Findable {
  kind: string;
  title: string;
  also: string;
}

interface Found {
  at: number;
  /** how many words of the text begin no word of the title: they stand inside of one */
  inside: number;
}

/**
 * Finds what holds the words of a text, in its title or other words for it, in the order of the result page
 * (`catalogue/queries/search.py`); tests/search_results.json holds both to it.
 */
export class Matcher<T extends Findable> {
  readonly #things: readonly T[];
  readonly #texts: readonly string[];
  #words: readonly string[] | undefined;

  /** `things`: by kind, and each kind in the order of the result page. */
  constructor(things: readonly T[]) {
    this.#things = things;
    this.#texts = things.map(({ title, also }) => ` ${splitFold(`${title} ${also}`)}`);
  }

  /** Every word must match. Only where nothing holds them all, the nearest words are taken for those that nothing holds. */
  find(text: string): T[] {
    const words = wordsOf(text);
    const found = this.#holding(words);
    return this.#best(found.length > 0 ? found : this.#holding(this.#corrected(words)));
  }

  #holding(words: readonly string[]): Found[] {
    if (words.length === 0) return [];
    return this.#texts.flatMap((text, at) =>
      words.every((word) => text.includes(word))
        ? { at, inside: words.filter((word) => !text.includes(` ${word}`)).length }
        : [],
    );
  }

  /** Dates keep their order, whatever begins with a word. A band's dates leave room for its shirts: kinds take turns. */
  #best(found: readonly Found[]): T[] {
    const dates = found.filter(({ at }) => this.#things[at]?.kind === "EVENT").map(({ inside }) => inside);
    const first = Math.min(...dates);
    const turns = new Map<string, number>();
    return found
      .map(({ at, inside }) => {
        const kind = this.#things[at]?.kind ?? "";
        return { at, kind, inside: kind === "EVENT" ? first : inside, turn: 0 };
      })
      .sort(byNearness)
      .map((one) => {
        const equals = `${one.kind} ${one.inside}`;
        const turn = turns.get(equals) ?? 0;
        turns.set(equals, turn + 1);
        return { ...one, turn };
      })
      .sort((a, b) => a.inside - b.inside || a.turn - b.turn || a.at - b.at)
      .slice(0, MOST_SUGGESTIONS)
      .sort(byNearness)
      .flatMap(({ at }) => this.#things[at] ?? []);
  }

  /** None if there is no word for one of them. */
  #corrected(words: readonly string[]): readonly string[] {
    if (words.length > MOST_CORRECTED) return [];
    const instead = words.map((word) =>
      words.length > 1 && this.#holding([word]).length > 0 ? word : this.#nearest(word),
    );
    return instead.every((word) => word !== "") ? instead : [];
  }

  #nearest(word: string): string {
    if (word.length < SHORTEST_GUESSED) return "";
    this.#words ??= [...new Set(this.#texts.flatMap((text) => text.split(" ")))].filter(
      ({ length }) => length >= SHORTEST_GUESSED,
    );
    const most = FUZZY_THRESHOLD * word.length;
    let best = { wrong: most, longer: Infinity, word: "" };
    for (const other of this.#words) {
      const wrong = mistakes(word, other);
      const longer = Math.abs(other.length - word.length);
      if (wrong < most && (wrong < best.wrong || (wrong === best.wrong && longer < best.longer)))
        best = { wrong, longer, word: other };
    }
    return best.word;
  }
}

const byNearness = (a: Found, b: Found): number => a.inside - b.inside || a.at - b.at;

const isLongEnough = (word: string): boolean => Array.from(word).length >= MIN_CHARACTERS;

/** Single letters say nothing, unless there is nothing else. */
function wordsOf(text: string): string[] {
  const all = fold(text).split(" ");
  const long = all.filter(isLongEnough);
  return long.length > 0 ? long : [all.join("")].filter(isLongEnough);
}

/** Letters too many, missing, wrong or swapped with their neighbour until `word` is how `other` begins. */
export function mistakes(word: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = word[i - 1] === other[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}
