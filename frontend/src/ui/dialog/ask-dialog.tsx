import type { Question } from "@/ui/dialog/question";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog/dialog";
import { NewTabLink } from "@/ui/dialog/new-tab-link";
import { showDialog } from "@/ui/dialog/show-dialog";

export const askInDialog = (question: Question): Promise<boolean> =>
  showDialog<boolean>((answer) => <AskDialog question={question} onAnswer={answer} />);

function AskDialog({ question, onAnswer }: { question: Question; onAnswer: (agreed: boolean) => void }) {
  const { t } = useOverlayTexts();
  const { headline, text, ok, image, inform = false, careful = false } = question;
  const agree = (
    <Button key="ok" look={careful ? "plain" : "primary"} onClick={() => onAnswer(true)}>
      {ok ?? t("LANG_ALLG_OK")}
    </Button>
  );
  const refuse = !inform && (
    <Button key="cancel" look={careful ? "primary" : "plain"} onClick={() => onAnswer(false)}>
      {question.cancel ?? t("LANG_ALLG_CANCEL")}
    </Button>
  );
  return (
    <Dialog alert title={headline} text={text} onCancel={() => onAnswer(inform)}>
      {image && (
        <figure className="mt-4">
          <img
            src={image.src}
            alt={image.alt}
            className="max-h-[50dvh] w-full rounded-image bg-surface object-contain"
          />
          <figcaption>
            <NewTabLink href={image.src} />
          </figcaption>
        </figure>
      )}
      <div className="mt-6 flex flex-wrap gap-3">{careful ? [refuse, agree] : [agree, refuse]}</div>
    </Dialog>
  );
}
