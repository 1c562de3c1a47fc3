import { useState } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { HolderLine } from "@/features/cart/model/asked-holder";
import type { Holder } from "@/lib/ticket-holder";
import type { CartLine } from "@/features/cart/model/cart";
import { buyerOf } from "@/features/cart/model/holders";
import { HolderFields } from "@/features/cart/view/holders/holder-fields";
import { useHolderForm } from "@/features/cart/view/holders/use-holder-form";
import { usePersonalise } from "@/features/cart/view/holders/use-personalise";
import { MAX_PERSONALISATION } from "@/lib/limits";
import { errorText, type ErrorText } from "@/lib/texts/error-texts";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Dialog } from "@/ui/dialog/dialog";
import { DialogForm } from "@/ui/dialog/dialog-form";
import { TextField } from "@/ui/field";

interface Props {
  line: CartLine;
  onClose: () => void;
}

export const holderDialog = (props: Props) =>
  props.line.ticket ? <HolderDialog {...props} /> : <TextDialog {...props} />;

function HolderDialog({ line: opened, onClose }: Props) {
  const { cart } = useCartApi();
  const personalise = usePersonalise();
  const line = cart?.items.find(({ id }) => id === opened.id) ?? opened;
  return (
    <TicketDialog ticket={line} buyer={buyerOf(cart?.billingAddress ?? null)} onSave={personalise} onClose={onClose} />
  );
}

export interface TicketProps {
  ticket: HolderLine;
  buyer: Partial<Holder> | null;
  /** what is sent, by line; rejects with a personalisation error */
  onSave: (texts: Record<string, string>) => Promise<unknown>;
  onClose: () => void;
}

export const ticketDialog = (props: TicketProps) => <TicketDialog {...props} />;

/** Whose this ticket is (purchase §2 "Personalisation dialog"). */
function TicketDialog({ ticket, buyer, onSave, onClose }: TicketProps) {
  const { t } = useOverlayTexts();
  const form = useHolderForm([ticket], { keep: false });
  const { busy, trouble, save } = useSaving(onSave, onClose);

  const submit = () => {
    const [first] = form.check();
    if (first) document.getElementById(first.field)?.focus();
    else void save(form.texts(), form.remember);
  };
  return (
    <Dialog form title={t("LANG_HOLDER_TITLE")} text={t("LANG_HOLDER_TEXT")} onCancel={onClose}>
      <DialogForm
        submit={t("LANG_HOLDER_SAVE")}
        cancel={t("LANG_ALLG_CANCEL")}
        busy={busy && t("LANG_HOLDER_SAVING")}
        onSubmit={submit}
        onCancel={onClose}
      >
        <HolderFields form={form} buyer={buyer} />
        <Trouble trouble={trouble} />
      </DialogForm>
    </Dialog>
  );
}

const TEXT = "personal-text";

/** What is printed on a piece. */
function TextDialog({ line, onClose }: Props) {
  const { t } = useOverlayTexts();
  const personalise = usePersonalise();
  const [text, setText] = useState(line.personalIdentifier);
  const [missing, setMissing] = useState(false);
  const { busy, trouble, save } = useSaving(personalise, onClose);

  const submit = () => {
    setMissing(!text.trim());
    if (text.trim()) void save({ [line.id]: text.trim() });
    else document.getElementById(TEXT)?.focus();
  };
  return (
    <Dialog form title={t("LANG_CART_TEXT_CHANGE")} text={line.productName} onCancel={onClose}>
      <DialogForm
        submit={t("LANG_HOLDER_SAVE")}
        cancel={t("LANG_ALLG_CANCEL")}
        busy={busy && t("LANG_HOLDER_SAVING")}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextField
          id={TEXT}
          label={t("LANG_ITEM_PERSONALISATION")}
          autoComplete="off"
          maxLength={MAX_PERSONALISATION}
          aria-required
          value={text}
          error={missing ? t("LANG_ITEM_ERROR_NOTEXT") : undefined}
          hint={<SignCount text={text} />}
          onChange={(event) => setText(event.target.value)}
        />
        <Trouble trouble={trouble} />
      </DialogForm>
    </Dialog>
  );
}

/** As the product's page counts, whose own counter would bring all of this to that page. */
const SignCount = ({ text }: { text: string }) => (
  <p aria-hidden="true" className="figures text-right text-sm text-ink-soft">
    {text.length}/{MAX_PERSONALISATION}
  </p>
);

function useSaving(send: TicketProps["onSave"], onSaved: () => void) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<ErrorText | null>(null);
  const save = async (texts: Record<string, string>, done?: () => void) => {
    setBusy(true);
    setTrouble(null);
    try {
      await send(texts);
      done?.();
      onSaved();
    } catch (error) {
      setTrouble(errorText(error));
      setBusy(false);
    }
  };
  return { busy, trouble, save };
}

function Trouble({ trouble }: { trouble: ErrorText | null }) {
  const { t } = useOverlayTexts();
  return (
    <p role="alert" className="text-sm font-[600] text-danger empty:hidden">
      {trouble && t(trouble.key, trouble.values)}
    </p>
  );
}
