import { askedParts, isNamed } from "@/features/cart/model/asked-holder";
import type { CartLine } from "@/features/cart/model/cart";
import { useTexts } from "@/lib/texts/i18n";

interface Props {
  line: CartLine;
  run: (call: Promise<unknown>) => void;
}

/** The way to a ticket's holder, or to what is printed on a piece. */
export function NameButton({ line, run }: Props) {
  const { t } = useTexts();
  const asked = askedParts(line).length > 0;
  if (!asked && !line.personalised) return null;
  const missing = !isNamed(line);
  const open = async () => {
    const [{ showDialog }, { holderDialog }] = await Promise.all([
      import("@/ui/dialog/show-dialog"),
      import("./holders/holder-dialog"),
    ]);
    await showDialog<null>((answer) => holderDialog({ line, onClose: () => answer(null) }));
  };
  return (
    <button
      type="button"
      className={`-mb-2 min-h-11 self-start text-sm underline hover:no-underline ${missing ? "font-[650]" : ""}`}
      aria-haspopup="dialog"
      onClick={() => run(open())}
    >
      {t(asked ? (missing ? "LANG_CART_NAME_ENTER" : "LANG_CART_NAME_CHANGE") : "LANG_CART_TEXT_CHANGE")}
      <span className="sr-only"> {line.productName}</span>
    </button>
  );
}
