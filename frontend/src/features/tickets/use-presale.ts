import { useEffect, useState } from "react";
import { useClient } from "@/lib/wire/client";

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Not everybody who waits asks in the same moment; who asked too early asks again. */
const SPREAD_MS = 2000;
const AGAIN_MS = 4000;

const two = (value: number): string => String(value).padStart(2, "0");

/** "3:07:09" until a moment less than a day ahead; "" before that and after. */
export function clockUntil(iso: string, now: number): string {
  const left = Math.ceil((Date.parse(iso) - now) / SECOND_MS);
  if (left <= 0 || left * SECOND_MS >= DAY_MS) return "";
  return `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
}

/** Counts the last day's seconds, and asks for the page's data anew when the presale begins. */
export function usePresale(presaleAt: string | null): string {
  const client = useClient();
  const [clock, setClock] = useState("");
  useEffect(() => {
    if (!presaleAt) return;
    let askAt = Date.parse(presaleAt) + Math.random() * SPREAD_MS;
    const tick = () => {
      const now = Date.now();
      setClock(clockUntil(presaleAt, now));
      if (now < askAt) return;
      askAt = now + AGAIN_MS;
      client
        .load()
        .then((apollo) => apollo.refetchQueries({ include: "active" }))
        .catch(() => undefined);
    };
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [client, presaleAt]);
  return clock;
}
