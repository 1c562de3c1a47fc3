import { useState } from "react";
import { useOverlayTexts } from "@/lib/texts/overlay-texts";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog/dialog";
import { videoAddress } from "./address";

export const videoDialog = (video: string, title: string, close: () => void) => (
  <VideoDialog video={video} title={title} onClose={close} />
);

interface Props {
  video: string;
  title: string;
  onClose: () => void;
}

/** Nothing is asked of the video's site before one has agreed to it. */
function VideoDialog({ video, title, onClose }: Props) {
  const { t } = useOverlayTexts();
  const [agreed, setAgreed] = useState(false);
  return (
    <Dialog title={title} text={agreed ? undefined : t("LANG_VIDEO_TEXT")} onCancel={onClose}>
      {agreed && (
        <iframe
          src={`${videoAddress(video)}?autoplay=1`}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          className="mt-4 aspect-video w-full"
        />
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!agreed && <Button onClick={() => setAgreed(true)}>{t("LANG_VIDEO_PLAY")}</Button>}
        <Button look="plain" onClick={onClose}>
          {t("LANG_VIDEO_CLOSE")}
        </Button>
      </div>
    </Dialog>
  );
}
