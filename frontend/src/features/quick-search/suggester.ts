import type { Suggestion } from "./suggestion";

export type Message = { suggestions: readonly Suggestion[] } | { id: number; text: string };
export interface Answer {
  id: number;
  found: Suggestion[];
}

/** Matching in a thread of its own, so that writing never stutters. */
export class Suggester {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  readonly #asked = new Map<number, (found: Suggestion[]) => void>();
  #last = 0;

  constructor(onBroken: () => void) {
    this.#worker.onerror = onBroken;
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      this.#asked.get(data.id)?.(data.found);
      this.#asked.delete(data.id);
    };
  }

  fill(suggestions: readonly Suggestion[]): void {
    this.#worker.postMessage({ suggestions } satisfies Message);
  }

  find(text: string): Promise<Suggestion[]> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#worker.postMessage({ id, text } satisfies Message);
    });
  }

  end(): void {
    this.#worker.terminate();
  }
}
