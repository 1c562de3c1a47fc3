import { useEffect, useEffectEvent, type ReactNode } from "react";
import { Button } from "@/ui/button";
import { Lettering } from "@/ui/lettering";

interface Props {
  title: string;
  text: string;
  /** what to try; the page tries it by itself when the connection is there again */
  action?: { label: string; run: () => void };
  children?: ReactNode;
}

/** One large message with its next step, for pages that have nothing else to show. */
export function FullNotice({ title, text, action, children }: Props) {
  const retry = useEffectEvent(() => action?.run());
  useEffect(() => {
    const onOnline = () => retry();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
  return (
    <section className="shell flex flex-col items-start gap-6 py-16 md:py-24" aria-live="polite">
      <h1 tabIndex={-1} className="display max-w-full text-4xl outline-none">
        <Lettering text={title} />
      </h1>
      <p className="max-w-read text-lg">{text}</p>
      {action && <Button onClick={action.run}>{action.label}</Button>}
      {children}
    </section>
  );
}
