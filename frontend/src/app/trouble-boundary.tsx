import { Component, type ReactNode } from "react";
import { translate } from "@/lib/i18n";
import { FullNotice } from "@/ui/full-notice";

interface Props {
  children: ReactNode;
}

/** A page that breaks, or whose chunk is gone after a release, offers a fresh start instead of a blank screen. */
export class TroubleBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <FullNotice
        title={translate("LANG_ERROR_PAGE_TITLE")}
        text={translate("LANG_ERROR_PAGE_TEXT")}
        action={{ label: translate("LANG_ERROR_RELOAD"), run: () => window.location.reload() }}
      />
    );
  }
}
