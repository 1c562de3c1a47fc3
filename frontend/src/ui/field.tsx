import type { ComponentProps, ReactNode } from "react";

const CONTROL =
  "w-full min-w-0 h-12 rounded-control rule bg-raised px-4 text-base text-ink aria-invalid:border-danger aria-invalid:border-2";

interface Frame {
  id: string;
  label: string;
  /** said after the label: "optional" */
  aside?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
}

const describedBy = (id: string, hint: boolean, error: boolean): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;

/** The label stands above: only the summary of a form names it with the error. */
const withoutLabel = (error: string, label: string): string =>
  error.startsWith(`${label}: `) ? error.slice(label.length + 2).replace(/^./u, (sign) => sign.toUpperCase()) : error;

function FieldFrame({ id, label, aside, hint, error, className = "", children }: Frame & { children: ReactNode }) {
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-[600]">
        {label}
        {aside && <span className="font-[430] text-ink-soft"> ({aside})</span>}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="text-sm font-[600] text-danger">
          {withoutLabel(error, label)}
        </p>
      )}
      {hint && <div id={`${id}-hint`}>{hint}</div>}
    </div>
  );
}

/** What of a field's properties its frame takes, and what its control: the error and the hint are tied to the latter. */
function parted<P extends Frame>({ id, label, aside, hint, error, className, ...rest }: P) {
  return {
    frame: { id, label, aside, hint, error, ...(className ? { className } : {}) },
    control: {
      id,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy(id, !!hint, !!error),
      ...rest,
    },
  };
}

type InputProps = Frame & Omit<ComponentProps<"input">, "id" | "className">;

/** A visible label, the input, its error, tied together for everybody. */
export function TextField(props: InputProps) {
  const { frame, control } = parted(props);
  return (
    <FieldFrame {...frame}>
      <input className={CONTROL} {...control} />
    </FieldFrame>
  );
}

type FileProps = Omit<InputProps, "type" | "value">;

/** A file to choose, in the browser's own words. */
export function FileField(props: FileProps) {
  const { frame, control } = parted(props);
  return (
    <FieldFrame {...frame}>
      <input
        type="file"
        className={`${CONTROL} py-2 pl-2 file:mr-3 file:h-full file:cursor-pointer file:rounded-control file:border-0 file:bg-ink file:px-4 file:text-paper`}
        {...control}
      />
    </FieldFrame>
  );
}

type AreaProps = Frame & Omit<ComponentProps<"textarea">, "id" | "className">;

/** Several lines. */
export function TextArea(props: AreaProps) {
  const { frame, control } = parted(props);
  return (
    <FieldFrame {...frame}>
      <textarea className={`${CONTROL} h-auto min-h-28 py-3`} {...control} />
    </FieldFrame>
  );
}

type SelectProps = Frame & Omit<ComponentProps<"select">, "id" | "className">;

export function SelectField(props: SelectProps) {
  const { frame, control } = parted(props);
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <select className={`${CONTROL} appearance-none pr-10`} {...control} />
        <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-4 flex items-center text-sm">
          ▾
        </span>
      </span>
    </FieldFrame>
  );
}

interface TickProps extends Omit<ComponentProps<"input">, "id" | "className" | "type"> {
  id: string;
  error?: string | undefined;
  children: ReactNode;
}

/** A box to tick with a label of any length; the whole label is its target. */
export function TickField({ id, error, children, ...rest }: TickProps) {
  return (
    <div>
      <div className="flex gap-3">
        <input
          id={id}
          type="checkbox"
          className="mt-2.5 size-6 shrink-0 accent-ink aria-invalid:outline-2 aria-invalid:outline-danger"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...rest}
        />
        <label htmlFor={id} className="min-h-11 py-2.5 leading-snug">
          {children}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="pb-2 pl-9 text-sm font-[600] text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
