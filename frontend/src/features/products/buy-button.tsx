import { ADD_TEXTS, type AddState } from "@/features/cart";
import { useTexts } from "@/lib/texts/i18n";
import { Button } from "@/ui/button";

interface Props {
  state: AddState;
  available: boolean;
  soldOutMessage: string;
  onHover?: () => void;
}

/** Says what adding is doing. All its texts lie in one place, so that the button is as wide as the widest. */
export function BuyButton({ state, available, soldOutMessage, onHover }: Props) {
  const { t } = useTexts();
  return (
    <Button
      type="submit"
      className="min-h-14 min-w-0 grow"
      disabled={!available}
      aria-busy={state === "adding"}
      onPointerEnter={onHover}
    >
      {available ? (
        <span className="grid place-items-center">
          {Object.entries(ADD_TEXTS).map(
            ([one, key]) =>
              one !== state && (
                <span key={one} aria-hidden="true" className="invisible col-start-1 row-start-1">
                  {t(key)}
                </span>
              ),
          )}
          <span aria-live="polite" className="col-start-1 row-start-1">
            {t(ADD_TEXTS[state])}
          </span>
        </span>
      ) : (
        soldOutMessage || t("LANG_ITEM_SOLDOUT")
      )}
    </Button>
  );
}
