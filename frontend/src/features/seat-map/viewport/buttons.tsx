import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/texts/i18n";

interface Props {
  limits: { in: boolean; out: boolean };
  full: boolean;
  onIn: () => void;
  onOut: () => void;
  onReset: () => void;
  onFull: () => void;
  onFind: () => void;
}

const SIGNS = {
  in: "M10 4v12M4 10h12",
  out: "M4 10h12",
  whole: "M5 6.5A6.5 6.5 0 1 1 3.6 11M5 2.5v4h4",
  full: "M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4",
  find: "M8.5 3a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M12.5 12.5 17 17",
  less: "M8 4v4H4M16 8h-4V4M12 16v-4h4M4 12h4v4",
} as const;

/** What wheel and fingers do, for everybody else; named, and large enough for a thumb. */
export function MapButtons({ limits, full, onIn, onOut, onReset, onFull, onFind }: Props) {
  return (
    <div className="absolute right-3 bottom-3 flex rule divide-hairline overflow-hidden rounded-control bg-raised max-sm:divide-x sm:flex-col sm:divide-y">
      <MapButton label="LANG_SEATMAP_ZOOMIN" sign="in" able={limits.in} onPress={onIn} />
      <MapButton label="LANG_SEATMAP_ZOOMOUT" sign="out" able={limits.out} onPress={onOut} />
      <MapButton label="LANG_SEATMAP_RESET" sign="whole" able={limits.out} onPress={onReset} />
      <MapButton label="LANG_SEATMAP_FIND" sign="find" able onPress={onFind} />
      <MapButton
        label={full ? "LANG_SEATMAP_FULLSCREEN_END" : "LANG_SEATMAP_FULLSCREEN"}
        sign={full ? "less" : "full"}
        able
        onPress={onFull}
      />
    </div>
  );
}

function MapButton({
  label,
  sign,
  able,
  onPress,
}: {
  label: LangKey;
  sign: keyof typeof SIGNS;
  able: boolean;
  onPress: () => void;
}) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      aria-label={t(label)}
      title={t(label)}
      aria-disabled={!able}
      className="grid size-11 place-items-center hover:bg-ink hover:text-paper aria-disabled:bg-transparent aria-disabled:text-current aria-disabled:opacity-35"
      onClick={() => {
        if (able) onPress();
      }}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 fill-none stroke-current stroke-2">
        <path d={SIGNS[sign]} />
      </svg>
    </button>
  );
}
