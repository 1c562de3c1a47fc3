// What was typed, chosen or pressed on the page before React was there is done once it is.

declare global {
  interface Window {
    /** buttons pressed before the scripts came, in order (EARLY_SCRIPT of shop/theme/assets.py) */
    pressed?: HTMLElement[];
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isBox = (field: Field): field is HTMLInputElement => field.type === "radio" || field.type === "checkbox";

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const { options } = field;
    const first = Math.max(
      [...options].findIndex((option) => option.defaultSelected),
      0,
    );
    return field.selectedIndex !== first;
  }
  if (isBox(field)) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** React hears of a value only if it is another than the one it knows. */
function enter(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (isBox(field)) {
    // A radio that lost its dot hears of the one that has it.
    if (field.type === "radio" && !field.checked) return;
    field.checked = field.defaultChecked;
    field.click();
  } else {
    const { value } = field;
    const kind = Object.getPrototypeOf(field) as object;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(kind, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Takes over from the page: from now on React hears, and these are the buttons pressed until now. */
export function takePressed(): readonly HTMLElement[] {
  const pressed = window.pressed ?? [];
  delete window.pressed;
  for (const button of pressed) button.removeAttribute("aria-busy");
  return pressed;
}

/** One after the other: each press finds what came of those before it. */
async function press(buttons: readonly HTMLElement[]): Promise<void> {
  for (const button of buttons) {
    await new Promise((resolve) => setTimeout(resolve));
    if (button.isConnected) button.click();
  }
}

export function replayInput(root: HTMLElement, pressed: readonly HTMLElement[]): void {
  root.dataset["started"] = "";
  const fields = [...root.querySelectorAll<Field>("input, select, textarea")].filter(isChanged);
  for (const field of fields) enter(field);
  void press(pressed);
}
