import Fuse from "fuse.js/min-basic";
import { FUZZY_THRESHOLD, MIN_CHARACTERS, MOST_SUGGESTIONS, SCORE_BELOW } from "./limits";
import { fold } from "./words";

const LITERAL = 0.2;
const GUESSED = 0.3;

/** Finds what comes closest to what somebody writes, by titles and other words for them, the best first (catalogue §9). */
export class Matcher<T extends { title: string; also: string; kind: string }> {
  readonly #things: readonly T[];
  readonly #titles: readonly string[];
  readonly #fuse: Fuse<string>;

  constructor(things: readonly T[]) {
    this.#things = things;
    this.#titles = things.map((thing) => fold(`${thing.title} ${thing.also}`));
    this.#fuse = new Fuse(this.#titles, {
      includeScore: true,
      threshold: FUZZY_THRESHOLD,
      minMatchCharLength: MIN_CHARACTERS,
      // A word counts the same wherever it stands, and in a long title as in a short one.
      ignoreLocation: true,
      ignoreFieldNorm: true,
      shouldSort: false,
    });
  }

  /** Every word must match. Guesses are made only where nothing holds the words as they are written. */
  find(text: string): T[] {
    const words = wordsOf(text);
    const scores = words.map((word) => this.#scores(word));
    const [first, ...rest] = scores;
    if (!first) return [];

    const close = [...first.keys()]
      .filter((at) => rest.every((scored) => scored.has(at)))
      .map((at) => {
        const each = words.map((word) => distance(word, this.#titles[at] ?? ""));
        const score = sum(scores.map((scored) => scored.get(at) ?? 0)) / scores.length;
        return {
          at,
          score,
          kind: this.#things[at]?.kind,
          literal: each.every((one) => one <= LITERAL),
          distance: sum(each),
          turn: 0,
        };
      })
      .filter(({ score }) => score < SCORE_BELOW)
      .sort(byNearness);
    const literal = close.filter((one) => one.literal);
    const nearest = literal.length > 0 ? literal : close;
    // A band with many dates would leave no room for its shirts: equals take turns by kind.
    const turns = new Map<string, number>();
    for (const one of nearest) {
      const equals = `${one.kind} ${one.distance} ${one.score}`;
      one.turn = turns.get(equals) ?? 0;
      turns.set(equals, one.turn + 1);
    }
    return nearest
      .sort((a, b) => byDistance(a, b) || a.turn - b.turn || a.at - b.at)
      .slice(0, MOST_SUGGESTIONS)
      .sort(byNearness)
      .flatMap(({ at }) => this.#things[at] ?? []);
  }

  #scores(word: string): Map<number, number> {
    return new Map(this.#fuse.search(word).map(({ refIndex, score }) => [refIndex, score ?? 0]));
  }
}

interface Near {
  at: number;
  score: number;
  distance: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const byDistance = (a: Near, b: Near): number => a.distance - b.distance || a.score - b.score;
const byNearness = (a: Near, b: Near): number => byDistance(a, b) || a.at - b.at;

const isLongEnough = (word: string): boolean => Array.from(word).length >= MIN_CHARACTERS;

/** Single letters say nothing, unless there is nothing else. */
function wordsOf(text: string): string[] {
  const all = fold(text).split(" ");
  const long = all.filter(isLongEnough);
  return long.length > 0 ? long : [all.join("")].filter(isLongEnough);
}

/** 0 = one of the title's words, then the beginning of one, then inside of one, then how much is miswritten. */
function distance(word: string, title: string): number {
  const least = title.split(" ").reduce((best, other) => Math.min(best, wordDistance(word, other)), Infinity);
  return least > LITERAL && title.includes(word) ? LITERAL : least;
}

function wordDistance(word: string, other: string): number {
  if (word === other) return 0;
  if (other.startsWith(word)) return LITERAL / 2;
  if (other.includes(word)) return LITERAL;
  return GUESSED + mistakes(word, other) / word.length;
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
