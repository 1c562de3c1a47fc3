import type { ReactNode } from "react";
import { ExternalLink } from "@/ui/link";
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
    <ExternalLink
      href={videoAddress(video)}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        const { href } = event.currentTarget;
        Promise.all([import("@/ui/show-dialog"), import("./video-dialog")])
          .then(([{ showDialog }, { videoDialog }]) => showDialog<null>((close) => videoDialog(video, title, () => close(null))))
          .catch(() => window.location.assign(href));
      }}
    >
      {children}
    </ExternalLink>
  );
}
