import { useId } from "react";

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  lessLabel: string;
  moreLabel: string;
  disabled?: boolean;
  onChange: (value: number) => void;
  small?: boolean;
  /** an amount to type, without − and + */
  plain?: boolean;
}

/** A whole number between two bounds, by buttons or by typing. */
export function Stepper({
  label,
  value,
  min,
  max,
  step = 1,
  lessLabel,
  moreLabel,
  disabled = false,
  onChange,
  small = false,
  plain = false,
}: Props) {
  const id = useId();
  const set = (next: number) => {
    const whole = Number.isFinite(next) ? Math.floor(next / step) * step : min;
    onChange(Math.min(max, Math.max(min, whole)));
  };
  const box = small ? "h-11" : "min-h-12";
  const key =
    "display w-11 shrink-0 text-xl hover:bg-ink hover:text-paper disabled:bg-transparent disabled:text-hairline";
  return (
    <div className={`inline-flex ${box} rounded-control rule bg-raised`}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {!plain && (
        <button
          type="button"
          className={key}
          aria-label={lessLabel}
          disabled={disabled || value <= min}
          onClick={() => set(value - step)}
        >
          −
        </button>
      )}
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={`figures ${plain ? "w-16" : "w-10"} bg-transparent text-center text-base font-[600]`}
        value={value}
        disabled={disabled}
        onChange={(event) => set(Number(event.target.value.replace(/\D/g, "")))}
        onKeyDown={(event) => {
          if (event.key === "ArrowUp") set(value + step);
          if (event.key === "ArrowDown") set(value - step);
        }}
      />
      {!plain && (
        <button
          type="button"
          className={key}
          aria-label={moreLabel}
          disabled={disabled || value >= max}
          onClick={() => set(value + step)}
        >
          +
        </button>
      )}
    </div>
  );
}
