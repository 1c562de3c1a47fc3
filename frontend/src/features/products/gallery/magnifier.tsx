import { useState } from "react";
import { DOUBLE } from "./magnification";

/** The picture below the mouse, drawn larger in its own frame; hands and keys have the lightbox. */
export default function Magnifier({ src }: { src: string }) {
  const [origin, setOrigin] = useState("50% 50%");
  return (
    <span
      aria-hidden="true"
      className="absolute inset-0 overflow-hidden bg-surface"
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        setOrigin(
          `${((event.clientX - box.left) / box.width) * 100}% ${((event.clientY - box.top) / box.height) * 100}%`,
        );
      }}
    >
      <img
        src={src}
        alt=""
        className="size-full object-contain"
        style={{ transform: `scale(${DOUBLE})`, transformOrigin: origin }}
      />
    </span>
  );
}
