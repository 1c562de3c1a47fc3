import { useRef, useState, type PointerEvent } from "react";
import type { ProductDetail } from "@/generated/features/products/product";
import { useTexts } from "@/lib/texts/i18n";
import { Modal } from "@/ui/dialog/modal";
import { Sign } from "@/ui/sign";
import { kept, pinched, pressed, WHOLE, type Point, type View } from "./magnification";

type GalleryImage = ProductDetail["images"]["nodes"][number];

interface Props {
  images: readonly GalleryImage[];
  first: number;
  onClose: (last: number) => void;
}

const SWIPE = 60;
const STILL = 8;

/** All pictures over the whole screen: arrow keys or a swipe change them, a press or two fingers look closer. */
export default function Lightbox({ images, first, onClose }: Props) {
  const { t } = useTexts();
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point>({ x: 0, y: 0 });
  const [current, setCurrent] = useState(first);
  const [view, setView] = useState<View>(WHOLE);
  const image = images[current];

  const go = (step: number) => {
    setView(WHOLE);
    setCurrent((now) => (now + step + images.length) % images.length);
  };
  const frame = () => stage.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
  const place = (event: PointerEvent): Point => {
    const box = frame();
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  };
  const down = (event: PointerEvent) => {
    stage.current?.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, place(event));
    if (fingers.current.size === 1) start.current = place(event);
  };
  const move = (event: PointerEvent) => {
    const last = fingers.current.get(event.pointerId);
    if (!last) return;
    const now = place(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      start.current = { x: Infinity, y: Infinity };
      setView((old) => pinched(old, [last, other], [now, other], frame()));
    } else if (view.scale > 1) {
      setView((old) => kept({ ...old, x: old.x + now.x - last.x, y: old.y + now.y - last.y }, frame()));
    }
    fingers.current.set(event.pointerId, now);
  };
  const up = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    const at = place(event);
    const [sideways, upward] = [at.x - start.current.x, at.y - start.current.y];
    if (fingers.current.size > 0 || !Number.isFinite(sideways)) return;
    if (Math.hypot(sideways, upward) < STILL) setView((old) => pressed(old, at, frame()));
    else if (view.scale === 1 && Math.abs(sideways) > SWIPE && Math.abs(sideways) > Math.abs(upward))
      go(sideways > 0 ? -1 : 1);
  };

  if (!image) return null;
  const key = "display grid size-14 place-items-center bg-ink text-2xl text-paper hover:bg-accent hover:text-on-accent";
  return (
    <Modal
      aria-label={t("LANG_ITEM_GALLERY")}
      onCancel={() => onClose(current)}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") go(1);
        if (event.key === "ArrowLeft") go(-1);
      }}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-paper text-ink"
    >
      <div
        ref={stage}
        className={`size-full touch-none select-none ${view.scale > 1 ? "cursor-zoom-out" : "cursor-zoom-in"}`}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
      >
        <img
          key={image.id}
          src={image.thumbnailAt1500}
          alt={image.alt}
          width={image.width}
          height={image.height}
          draggable={false}
          className="size-full object-contain"
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
      <div className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-2 p-3">
        {images.length > 1 && (
          <button type="button" className={key} aria-label={t("LANG_ITEM_IMAGE_BEFORE")} onClick={() => go(-1)}>
            <Sign name="left" />
          </button>
        )}
        <p aria-live="polite" className="figures bg-paper px-3 py-1 text-sm">
          {t("LANG_ITEM_IMAGE_N", { n: current + 1, count: images.length })}
        </p>
        {images.length > 1 && (
          <button type="button" className={key} aria-label={t("LANG_ITEM_IMAGE_NEXT")} onClick={() => go(1)}>
            <Sign name="right" />
          </button>
        )}
      </div>
      <div className="absolute top-0 right-0 flex">
        <button
          type="button"
          className={key}
          aria-label={t("LANG_ITEM_ENLARGE")}
          aria-pressed={view.scale > 1}
          onClick={() => setView((old) => pressed(old, { x: 0, y: 0 }, frame()))}
        >
          {view.scale > 1 ? "−" : "+"}
        </button>
        <button type="button" className={key} aria-label={t("LANG_ALLG_CLOSE")} onClick={() => onClose(current)}>
          ×
        </button>
      </div>
    </Modal>
  );
}
