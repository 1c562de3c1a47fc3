import { useCallback, useEffect, useEffectEvent, useState } from "react";

interface Loaded<T> {
  /** of which key it is */
  of?: string;
  data?: T | undefined;
  /** why the last call answered nothing */
  error?: unknown;
}

/**
 * What a call answers, which is made anew whenever the key is another one. An answer stays until the next is there; an
 * error is its own key's alone.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> & { retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({});
  const [attempt, setAttempt] = useState(0);
  const call = useEffectEvent(load);

  useEffect(() => {
    let wanted = true;
    call().then(
      (data) => wanted && setLoaded({ of: key, data }),
      (error: unknown) => wanted && setLoaded(({ data }) => ({ of: key, data, error })),
    );
    return () => {
      wanted = false;
    };
  }, [key, attempt]);

  const { of, data, error } = loaded;
  return {
    data,
    error: of === key ? error : undefined,
    retry: useCallback(() => setAttempt((before) => before + 1), []),
  };
}
