import { useCallback, useState, type ReactNode } from "react";

/** A live region, and the way to say something in it; the same words twice are said twice. */
export function useAnnouncer(): { say: (text: string) => void; region: ReactNode } {
  const [said, setSaid] = useState({ text: "", turn: 0 });
  const say = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), []);
  const region = (
    <p role="status" className="sr-only">
      {said.text && <span key={said.turn}>{said.text}</span>}
    </p>
  );
  return { say, region };
}
