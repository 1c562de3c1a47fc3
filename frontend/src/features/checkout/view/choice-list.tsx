import { useTexts } from "@/lib/texts/i18n";

interface Choice {
  id: string;
  name: string;
  description: string;
  /** below the description */
  note?: string;
  /** what it costs on top, if that is to be said */
  price?: string;
  /** no money moves */
  testMode?: boolean;
}

interface Props {
  name: string;
  legend: string;
  choices: readonly Choice[];
  chosen: string | null;
  error?: string | undefined;
  onChoose: (id: string) => void;
}

export const choiceId = (name: string, id: string): string => `${name}-${id}`;

/** One of several, as large targets; a missing choice marks the whole group. */
export function ChoiceList({ name, legend, choices, chosen, error, onChoose }: Props) {
  const { t } = useTexts();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="display mb-4 text-2xl">{legend}</legend>
      {error && (
        <p id={`${name}-error`} className="mb-2 text-sm font-[600] text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-col gap-3">
        {choices.map((choice) => {
          const id = choiceId(name, choice.id);
          const look = error
            ? "border-2 border-danger"
            : choice.id === chosen
              ? "rule bg-surface"
              : "rule border-hairline bg-raised hover:border-line";
          return (
            <label
              key={choice.id}
              htmlFor={id}
              className={`flex min-h-14 cursor-pointer items-start gap-3 rounded-card px-4 py-3.5 ${look}`}
            >
              <input
                id={id}
                type="radio"
                name={name}
                value={choice.id}
                checked={choice.id === chosen}
                className="mt-0.5 size-6 shrink-0 accent-ink"
                onChange={() => onChoose(choice.id)}
              />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="min-w-0 grow basis-40 font-[650]">{choice.name}</span>
                  {choice.testMode && <span className="label whitespace-nowrap">{t("LANG_CHECKOUT_TESTMODE")}</span>}
                  {choice.price && <span className="figures whitespace-nowrap">{choice.price}</span>}
                </span>
                {choice.description && <span className="block text-sm text-ink-soft">{choice.description}</span>}
                {choice.note && <span className="block text-sm text-ink-soft">{choice.note}</span>}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
