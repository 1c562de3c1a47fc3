import { Suspense } from "react";
import { lazyWithTexts } from "@/lib/texts/lazy-with-texts";
import type { ExpressProps } from "./section";

const { Part } = lazyWithTexts<ExpressProps>(
  "express",
  () => import("./section"),
  () => null,
);

/** The express methods' buttons, which load only where there is one. */
export function Express({ methods, ...rest }: ExpressProps) {
  const express = methods.filter(({ script }) => script);
  return (
    express.length > 0 && (
      <Suspense>
        <Part methods={express} {...rest} />
      </Suspense>
    )
  );
}
