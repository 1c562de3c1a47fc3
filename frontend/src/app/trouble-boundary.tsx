import { Component, type ReactNode } from "react";
import { useLocation } from "react-router";
import { forgetFailedLoads } from "@/app/route-modules";
import { translate } from "@/lib/texts/i18n";
import { FullNotice } from "@/ui/page/full-notice";

interface Props {
  /** the visit; the next one is tried again */
  visit: string;
  children: ReactNode;
}

interface State {
  visit: string;
  failed: boolean;
}

class Boundary extends Component<Props, State> {
  override state: State = { visit: this.props.visit, failed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ visit }: Props, before: State): State | null {
    return visit === before.visit ? null : { visit, failed: false };
  }

  override componentDidCatch(error: unknown): void {
    void import("@/lib/error-reports").then(
      ({ reportTrouble }) => reportTrouble(error, "page"),
      () => undefined,
    );
    forgetFailedLoads();
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

/** A page that breaks, or whose chunk is gone after a release, offers a fresh start instead of a blank screen; links lead on. */
export function TroubleBoundary({ children }: { children: ReactNode }) {
  return <Boundary visit={useLocation().key}>{children}</Boundary>;
}
