import type { ComponentProps } from "react";
import { useCartApi } from "@/features/cart/api/cart-context";
import type { HolderLine } from "@/features/cart/model/asked-holder";
import type { Holder } from "@/lib/ticket-holder";
import type { CartLine } from "@/features/cart/model/cart";
import { buyerOf } from "@/features/cart/model/holders";
import { HolderFields } from "@/features/cart/view/holders/holder-fields";
import { saveTexts } from "@/features/cart/view/holders/save-texts";
import { useHolderForm } from "@/features/cart/view/holders/use-holder-form";
import { usePersonalise } from "@/features/cart/view/holders/use-personalise";
import { MAX_PERSONALISATION } from "@/lib/limits";
import { useAction } from "@/lib/sending/use-action";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Dialog } from "@/ui/dialog/dialog";
import { DialogForm } from "@/ui/dialog/dialog-form";
import { TextField } from "@/ui/field";
import { useForm } from "@/ui/form/use-form";

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
  const holders = useHolderForm([ticket], { keep: false });
  const { send } = useAction(saveTexts, onClose);
  const form = useForm({
    start: null,
    check: () => [],
    checkParts: () => {
      const [first] = holders.check();
      if (first) document.getElementById(first.field)?.focus();
      return !first;
    },
    send: () =>
      send(async () => {
        await onSave(holders.texts());
        holders.remember();
      }),
  });
  return (
    <Dialog form title={t("LANG_HOLDER_TITLE")} text={t("LANG_HOLDER_TEXT")} onCancel={onClose}>
      <SaveForm form={form} onCancel={onClose}>
        <HolderFields form={holders} buyer={buyer} />
      </SaveForm>
    </Dialog>
  );
}

/** What is printed on a piece. */
function TextDialog({ line, onClose }: Props) {
  const { t } = useOverlayTexts();
  const personalise = usePersonalise();
  const { send } = useAction(saveTexts, onClose);
  const form = useForm({
    start: { text: line.personalIdentifier },
    check: ({ text }) => (text.trim() ? [] : [{ field: "text", text: "LANG_ITEM_ERROR_NOTEXT" }]),
    idOf: () => "personal-text",
    send: ({ text }) => send(() => personalise({ [line.id]: text.trim() })),
  });
  return (
    <Dialog form title={t("LANG_CART_TEXT_CHANGE")} text={line.productName} onCancel={onClose}>
      <SaveForm form={form} onCancel={onClose}>
        <TextField
          {...form.text("text")}
          label={t("LANG_ITEM_PERSONALISATION")}
          autoComplete="off"
          maxLength={MAX_PERSONALISATION}
          aria-required
          hint={<SignCount text={form.entered.text} />}
        />
      </SaveForm>
    </Dialog>
  );
}

/** The frame of both dialogs. */
function SaveForm(props: Pick<ComponentProps<typeof DialogForm>, "form" | "onCancel" | "children">) {
  const { t } = useOverlayTexts();
  return (
    <DialogForm
      {...props}
      submit={t("LANG_HOLDER_SAVE")}
      cancel={t("LANG_ALLG_CANCEL")}
      busy={t("LANG_HOLDER_SAVING")}
    />
  );
}

/** As the product's page counts, whose own counter would bring all of this to that page. */
const SignCount = ({ text }: { text: string }) => (
  <p aria-hidden="true" className="figures text-right text-sm text-ink-soft">
    {text.length}/{MAX_PERSONALISATION}
  </p>
);
