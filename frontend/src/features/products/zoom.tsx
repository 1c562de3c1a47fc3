import { useEffect, useRef, useState } from "react";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/i18n";

type GalleryImage = ProductDetail["images"]["nodes"][number];

/** One picture over the whole screen; a press doubles it and the pointer looks around. */
export function Zoom({ image, onClose }: { image: GalleryImage; onClose: () => void }) {
  const { t } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [large, setLarge] = useState(false);
  const [origin, setOrigin] = useState("50% 50%");

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  return (
    <dialog ref={dialog} aria-label={image.alt} onClose={onClose} className="fixed inset-0 m-0 h-dvh w-full overflow-hidden bg-paper">
      <button
        type="button"
        className={`size-full ${large ? "cursor-zoom-out" : "cursor-zoom-in"}`}
        aria-label={t("LANG_ITEM_ENLARGE")}
        aria-pressed={large}
        onClick={() => setLarge(!large)}
        onPointerMove={(event) => setOrigin(`${(event.clientX / window.innerWidth) * 100}% ${(event.clientY / window.innerHeight) * 100}%`)}
      >
        <img
          src={image.thumbnailAt1500}
          alt={image.alt}
          width={image.width}
          height={image.height}
          className="size-full object-contain transition-transform"
          style={{ transform: large ? "scale(2.2)" : "none", transformOrigin: origin }}
        />
      </button>
      <button
        type="button"
        className="display absolute top-0 right-0 size-16 bg-ink text-2xl text-paper"
        aria-label={t("LANG_ALLG_CLOSE")}
        onClick={() => dialog.current?.close()}
      >
        ×
      </button>
    </dialog>
  );
}
