import type { ReactNode } from "react";
import { DialogLink } from "@/ui/dialog/dialog-link";
import { videoAddress } from "./address";

interface Props {
  video: string;
  title: string;
  className: string;
  children: ReactNode;
}

/** To a video: over the page, once one has agreed to load it; without script on its own site. */
export function VideoLink({ video, title, className, children }: Props) {
  return (
    <DialogLink
      href={videoAddress(video)}
      className={className}
      load={() =>
        import("./video-dialog").then(
          ({ videoDialog }) =>
            (close) =>
              videoDialog(video, title, close),
        )
      }
    >
      {children}
    </DialogLink>
  );
}
