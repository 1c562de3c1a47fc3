import { useId } from "react";
import {
  boundTo,
  canTake,
  lackIn,
  type Bundle,
  type Choice,
  type Item,
  type Lack,
} from "@/features/bundles/choice/choice";
import { ItemChoice } from "@/features/bundles/item-choice";
import { ItemView, nameOf } from "@/features/bundles/item-view";
import type { ChoiceActions } from "@/features/bundles/use-bundle";
import { useTexts } from "@/lib/texts/i18n";
import { Price } from "@/ui/price";

interface Props {
  bundle: Bundle;
  /** read to who cannot see it, where there is just one */
  title: string;
  /** one by itself, or a group of which one may be had */
  items: readonly Item[];
  choice: Choice;
  lack: Lack | null;
  actions: ChoiceActions;
}

/** What may be added: left empty, or taken; what must be added is only chosen. */
export function Addition({ bundle, title, items, choice, lack, actions }: Props) {
  const { t } = useTexts();
  const name = useId();
  const alone = items.length === 1;
  const chosen = items.find((item) => item.id in choice.parts);
  const [only] = items;
  if (alone && only?.obligatory) {
    return (
      <div className="py-2">
        <div className="flex items-center gap-3">
          <ItemView linked={false} item={only} />
          <Price value={only.newPrice} original={only.oldPrice} className="shrink-0 flex-col items-end" />
        </div>
        <p className="mt-1 text-sm">{t("LANG_BUNDLE_OBLIGATORY")}</p>
        <div className="mt-2">
          <ItemChoice item={only} taken={choice.parts[only.id] ?? null} actions={actions} hint={lackIn(lack, only)} />
        </div>
      </div>
    );
  }
  const box = (checked: boolean, disabled: boolean, onChoose: () => void) => (
    <input
      type={alone ? "checkbox" : "radio"}
      name={name}
      className="size-6 shrink-0 accent-ink"
      checked={checked}
      disabled={disabled}
      onChange={onChoose}
    />
  );
  return (
    <fieldset className="min-w-0">
      <legend className={alone ? "sr-only" : "mb-1 text-sm font-[600]"}>{title}</legend>
      {!alone && (
        <label className="flex min-h-11 items-center gap-3">
          {box(!chosen, false, () => chosen && actions.chooseOption(chosen, null))}
          {t("LANG_BUNDLE_LEAVEEMPTY")}
        </label>
      )}
      {items.map((item) => (
        <div key={item.id} className="py-2">
          <label className="flex items-center gap-3">
            {box(chosen === item, !canTake(bundle, item), () =>
              actions.chooseOption(item, alone && chosen ? null : ""),
            )}
            <ItemView linked={false} item={item} />
            <Price value={item.newPrice} original={item.oldPrice} className="shrink-0 flex-col items-end" />
          </label>
          {item.bound && (
            <p className="mt-1 ml-9 text-sm">
              {t("LANG_BUNDLE_BOUND", { names: boundTo(bundle, item).map(nameOf).join(", ") })}
            </p>
          )}
          {chosen === item && (
            <div className="mt-2 ml-9">
              <ItemChoice
                optional
                item={item}
                taken={choice.parts[item.id] ?? null}
                actions={actions}
                hint={lackIn(lack, item)}
              />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
