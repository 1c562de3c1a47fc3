import type { ComponentProps } from "react";

interface Props extends Omit<ComponentProps<"section">, "id" | "title"> {
  /** of the heading, by which readers find the section */
  id: string;
  title: string;
}

/** A part of a page under a heading of its own. */
export const TitledSection = ({ id, title, children, ...rest }: Props) => (
  <section aria-labelledby={id} {...rest}>
    <h2 id={id} className="display mb-2 text-2xl">
      {title}
    </h2>
    {children}
  </section>
);
