import type { AddState } from "@/features/cart";
import type { LangKey } from "@/generated/lang-keys";
import { useTexts } from "@/lib/i18n";
import { Button } from "@/ui/button";

const TEXTS: Record<AddState, LangKey> = {
  idle: "LANG_ITEM_ADD",
  adding: "LANG_ITEM_ADDING",
  added: "LANG_ITEM_ADDED",
  error: "LANG_ITEM_ADD_AGAIN",
};

interface Props {
  state: AddState;
  available: boolean;
  soldOutMessage: string;
  onHover?: () => void;
}

/** Says what adding is doing; its width stays. */
export function BuyButton({ state, available, soldOutMessage, onHover }: Props) {
  const { t } = useTexts();
  const text = available ? t(TEXTS[state]) : soldOutMessage || t("LANG_ITEM_SOLDOUT");
  return (
    <Button type="submit" className="min-h-14 grow" disabled={!available} aria-busy={state === "adding"} onPointerEnter={onHover}>
      <span aria-live="polite">{text}</span>
    </Button>
  );
}
