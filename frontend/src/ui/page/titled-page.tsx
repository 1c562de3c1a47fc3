import type { ReactNode } from "react";
import { Lettering } from "@/ui/lettering";
import { usePageTitle } from "@/ui/page/page-title";

interface Props {
  title: string;
  /** what follows keeps its own distance from the title */
  close?: boolean;
  children: ReactNode;
}

/** A page that lists a kind of things, under its name in the largest letters. */
export function TitledPage({ title, close = false, children }: Props) {
  usePageTitle(title);
  return (
    <section className="shell pt-6 md:pt-10">
      <h1 tabIndex={-1} className={`display text-poster outline-none ${close ? "" : "mb-6"}`}>
        <Lettering text={title} />
      </h1>
      {children}
    </section>
  );
}
