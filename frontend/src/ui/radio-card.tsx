import type { ReactNode } from "react";

interface Props {
  id?: string;
  /** of all cards among which one is chosen */
  name: string;
  value?: string;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
  /** how its content is laid out */
  className: string;
  children: ReactNode;
}

/** One of several, chosen by pressing anywhere on it. */
export function RadioCard({ id, name, value, checked, disabled, onChoose, className, children }: Props) {
  return (
    <label
      className={`relative flex min-h-12 cursor-pointer items-center rounded-control rule bg-raised px-4 has-checked:bg-ink has-checked:text-paper has-disabled:cursor-not-allowed has-disabled:border-hairline has-disabled:bg-transparent has-disabled:text-ink-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${className}`}
    >
      <input
        {...(id && { id })}
        type="radio"
        name={name}
        className="absolute inset-0 size-full cursor-[inherit] opacity-0"
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      {children}
    </label>
  );
}
