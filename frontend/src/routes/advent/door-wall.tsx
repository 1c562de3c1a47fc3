import { useState } from "react";
import type { AdventQuery } from "@/generated/routes/advent/advent";
import { dateMedium } from "@/lib/time/dates";
import { useTexts } from "@/lib/texts/i18n";
import { Picture } from "@/ui/picture/picture";
import type { ByWidth } from "@/ui/picture/picture-sizes";

export type Door = NonNullable<AdventQuery["advent"]>["doors"][number];

/** How wide a door is (theme/advent.css). */
const SMALL: ByWidth<string> = { lg: "10vw", md: "15vw", base: "24vw" };
const LARGE: ByWidth<string> = { lg: "20vw", md: "31vw", base: "47vw" };
/** Prime to 24, so that every door has its place. */
const STEP = 7;
const FIRST = 5;
const hung = <T,>(doors: readonly T[]): T[] =>
  doors.map((_, place) => doors[(place * STEP + FIRST) % doors.length] as T);

export function DoorWall({ doors, next }: { doors: readonly Door[]; next: number }) {
  return (
    <ol className="advent-wall">
      {hung(doors).map((door, place) => {
        const large = door.day % 6 === 0;
        return (
          <li key={door.day} className={large ? "advent-large" : undefined}>
            {door.open ? (
              <OpenDoor door={door} sizes={large ? LARGE : SMALL} priority={place === 0} />
            ) : (
              <ClosedDoor door={door} next={door.day === next} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

interface OpenDoorProps {
  door: Door;
  sizes: ByWidth<string>;
  priority: boolean;
}

function OpenDoor({ door, sizes, priority }: OpenDoorProps) {
  const { t } = useTexts();
  const picture = door.items[0]?.squareImage;
  return (
    <a href={`#door-${door.day}`} className="advent-door advent-open">
      <span className="advent-inside">
        {picture ? (
          <Picture image={picture} sizes={sizes} ratio={1} priority={priority} alt="" />
        ) : (
          <span aria-hidden="true" className="display advent-word">
            {door.meta.band || door.name}
          </span>
        )}
      </span>
      <span aria-hidden="true" className={`advent-leaf advent-leaf-${door.day % 4}`}>
        <span className="display figures advent-number">{door.day}</span>
      </span>
      <span className="sr-only">
        {t("LANG_ADVENT_DOOR", { day: door.day })}, {t("LANG_ADVENT_STATE_OPEN")}
      </span>
    </a>
  );
}

function ClosedDoor({ door, next }: { door: Door; next: boolean }) {
  const { t, locale } = useTexts();
  const [isPressed, setIsPressed] = useState(false);
  const state = t("LANG_ADVENT_STATE_CLOSED", { date: dateMedium(door.opensAt, locale) });
  return (
    <button
      type="button"
      className={`advent-door w-full ${next ? "advent-next" : ""}`}
      onClick={() => setIsPressed(!isPressed)}
    >
      <span aria-hidden="true" className={`advent-leaf advent-leaf-${door.day % 4}`}>
        {isPressed ? (
          <span className="advent-word px-2 text-center">{state}</span>
        ) : (
          <span className="display figures advent-number">{door.day}</span>
        )}
      </span>
      <span className="sr-only">
        {t("LANG_ADVENT_DOOR", { day: door.day })}, {state}
      </span>
    </button>
  );
}
